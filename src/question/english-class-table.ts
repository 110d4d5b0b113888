// Classes that people name for their members: drugs by what they do, laboratory groups, groups of conditions, procedures.
// Data of this project, CC0; drugs after the groups of the WHO ATC classification, by ingredient.
import type { ClassWords } from './vocabulary.ts';

/** What people call a vaccine: by what it is against, with any word for a vaccination. */
function against(names: readonly string[], members: string): ClassWords {
  const nouns = ['vaccine', 'vaccination', 'shot', 'jab', 'immunization', 'immunisation', 'booster', 'injection'];
  const words = names.flatMap((name) => nouns.map((noun) => `${name} ${noun}`));
  return { words, kind: 'immunization', members: [members] };
}

/** Rows: the words of a class, folded; the kind its members are of; the members, as words of the record's names. */
export const englishClasses: readonly ClassWords[] = [
  // Drugs. ATC J01.
  {
    words: ['antibiotic', 'antibacterial', 'antimicrobial', 'antibiotic drug', 'antibiotic medication'],
    kind: 'medication',
    members: [
      'amoxicillin, ampicillin, penicillin, piperacillin, nafcillin, oxacillin, dicloxacillin, ticarcillin, cefazolin',
      'cephalexin, cefadroxil, cefuroxime, cefaclor, cefprozil, cefoxitin, cefotetan, ceftriaxone, cefotaxime, ceftazidime',
      'cefepime, cefpodoxime, cefdinir, cefixime, ceftaroline, meropenem, imipenem, ertapenem, doripenem, aztreonam',
      'gentamicin, tobramycin, amikacin, streptomycin, neomycin, azithromycin, clarithromycin, erythromycin, clindamycin',
      'vancomycin, daptomycin, linezolid, tedizolid, telavancin, dalbavancin, ciprofloxacin, levofloxacin, moxifloxacin',
      'ofloxacin, doxycycline, minocycline, tetracycline, tigecycline, sulfamethoxazole, sulfameth, trimethoprim',
      'nitrofurantoin, fosfomycin, metronidazole, colistin, polymyxin, rifaximin, chloramphenicol',
      'bacitracin, mupirocin',
    ],
  },
  {
    words: ['cephalosporin'],
    kind: 'medication',
    members: [
      'cefazolin, cephalexin, cefadroxil, cefuroxime, cefaclor, cefprozil, cefoxitin, cefotetan, ceftriaxone, cefotaxime',
      'ceftazidime, cefepime, cefpodoxime, cefdinir, cefixime, ceftaroline',
    ],
  },
  {
    words: ['antifungal', 'fungal medication'],
    kind: 'medication',
    members: [
      'fluconazole, voriconazole, posaconazole, itraconazole, ketoconazole, amphotericin, caspofungin, micafungin',
      'anidulafungin, nystatin, terbinafine, clotrimazole, miconazole',
    ],
  },
  {
    words: ['antiviral', 'virus medication'],
    kind: 'medication',
    members: [
      'acyclovir, valacyclovir, famciclovir, ganciclovir, valganciclovir, oseltamivir, remdesivir, nirmatrelvir, ribavirin',
      'sofosbuvir, entecavir, tenofovir, emtricitabine, lamivudine, zidovudine, abacavir, dolutegravir, efavirenz, raltegravir',
      'darunavir, atazanavir, ritonavir, lopinavir, nevirapine, bictegravir',
    ],
  },
  {
    words: ['hiv medication', 'hiv drug', 'antiretroviral', 'antiretroviral drug'],
    kind: 'medication',
    members: [
      'tenofovir, emtricitabine, lamivudine, zidovudine, abacavir, dolutegravir, efavirenz, raltegravir, darunavir, atazanavir',
      'ritonavir, lopinavir, nevirapine, bictegravir, rilpivirine, stavudine, didanosine',
    ],
  },
  // N02, M01, M03.
  {
    words: [
      'painkiller',
      'pain killer',
      'pain medication',
      'pain med',
      'pain medicine',
      'pain pill',
      'pain relief',
      'pain reliever',
      'pain drug',
      'analgesic',
      'something for pain',
      'anything for pain',
    ],
    kind: 'medication',
    members: [
      'morphine, oxycodone, hydrocodone, hydromorphone, fentanyl, codeine, tramadol, methadone, meperidine, oxymorphone',
      'tapentadol, buprenorphine, acetaminophen, paracetamol, ibuprofen, naproxen, ketorolac, diclofenac, celecoxib',
      'meloxicam, indomethacin, etodolac, nabumetone, aspirin, gabapentin, pregabalin, lidocaine 5 patch, butalbital',
    ],
  },
  {
    words: ['opioid', 'opiate', 'narcotic', 'strong painkiller'],
    kind: 'medication',
    members: [
      'morphine, oxycodone, hydrocodone, hydromorphone, fentanyl, codeine, tramadol, methadone, meperidine, oxymorphone',
      'tapentadol, buprenorphine, nalbuphine, butorphanol, remifentanil, sufentanil',
    ],
  },
  {
    words: ['nsaid', 'anti inflammatory', 'anti inflammatory drug', 'antiinflammatory'],
    kind: 'medication',
    members: [
      'ibuprofen, naproxen, ketorolac, diclofenac, celecoxib, meloxicam, indomethacin, etodolac, nabumetone, piroxicam, ketoprofen',
    ],
  },
  {
    words: ['muscle relaxant', 'muscle relaxer'],
    kind: 'medication',
    members: [
      'cyclobenzaprine, methocarbamol, baclofen, tizanidine, carisoprodol, metaxalone, dantrolene, orphenadrine',
    ],
  },
  // B01.
  {
    words: ['blood thinner', 'anticoagulant', 'blood thinning medication', 'anticoagulation'],
    kind: 'medication',
    members: [
      'warfarin, heparin, enoxaparin, dalteparin, fondaparinux, apixaban, rivaroxaban, dabigatran, edoxaban, argatroban',
      'bivalirudin, tinzaparin',
    ],
  },
  {
    words: ['antiplatelet', 'antiplatelet drug', 'platelet inhibitor'],
    kind: 'medication',
    members: [
      'aspirin, clopidogrel, ticagrelor, prasugrel, dipyridamole, cilostazol, eptifibatide, tirofiban, cangrelor',
    ],
  },
  // C10, C09, C08, C07, C03, C01.
  {
    words: ['statin'],
    kind: 'medication',
    members: [
      'atorvastatin, simvastatin, simvistatin, rosuvastatin, pravastatin, lovastatin, fluvastatin, pitavastatin',
    ],
  },
  {
    words: [
      'cholesterol pill',
      'cholesterol medication',
      'cholesterol medicine',
      'cholesterol drug',
      'cholesterol med',
      'lipid lowering drug',
      'lipid lowering medication',
    ],
    kind: 'medication',
    members: [
      'atorvastatin, simvastatin, simvistatin, rosuvastatin, pravastatin, lovastatin, fluvastatin, pitavastatin, ezetimibe, fenofibrate, gemfibrozil',
    ],
  },
  {
    words: ['water pill', 'water tablet', 'diuretic'],
    kind: 'medication',
    members: [
      'furosemide, torsemide, bumetanide, hydrochlorothiazide, chlorothiazide, chlorthalidone, metolazone, spironolactone',
      'eplerenone, amiloride, triamterene, acetazolamide, indapamide, mannitol',
    ],
  },
  {
    words: ['beta blocker', 'betablocker'],
    kind: 'medication',
    members: [
      'metoprolol, atenolol, carvedilol, propranolol, labetalol, bisoprolol, nadolol, esmolol, nebivolol, sotalol, timolol',
    ],
  },
  {
    words: ['ace inhibitor'],
    kind: 'medication',
    members: [
      'lisinopril, enalapril, captopril, ramipril, benazepril, quinapril, fosinopril, perindopril, trandolapril, moexipril',
    ],
  },
  {
    words: ['arb', 'angiotensin receptor blocker'],
    kind: 'medication',
    members: ['losartan, valsartan, candesartan, irbesartan, olmesartan, telmisartan, azilsartan'],
  },
  {
    words: ['calcium channel blocker'],
    kind: 'medication',
    members: ['amlodipine, nifedipine, diltiazem, verapamil, nicardipine, felodipine, clevidipine, nimodipine'],
  },
  {
    words: [
      'blood pressure pill',
      'blood pressure medication',
      'blood pressure medicine',
      'blood pressure drug',
      'blood pressure med',
      'bp med',
      'bp medication',
      'bp pill',
      'antihypertensive',
      'anti hypertensive',
      'antihypertensive drug',
      'antihypertensive medication',
      'hypertension medication',
    ],
    kind: 'medication',
    members: [
      'lisinopril, enalapril, captopril, ramipril, benazepril, quinapril, losartan, valsartan, candesartan, irbesartan',
      'olmesartan, telmisartan, amlodipine, nifedipine, diltiazem, verapamil, nicardipine, felodipine, metoprolol, atenolol',
      'carvedilol, propranolol, labetalol, bisoprolol, nadolol, hydrochlorothiazide, chlorthalidone, clonidine, hydralazine',
      'minoxidil, methyldopa, doxazosin, prazosin, terazosin, spironolactone, nitroprusside',
    ],
  },
  {
    words: ['vasopressor', 'pressor'],
    kind: 'medication',
    members: ['norepinephrine, epinephrine, phenylephrine, vasopressin, dopamine, angiotensin'],
  },
  {
    words: ['antiarrhythmic', 'heart rhythm medication'],
    kind: 'medication',
    members: [
      'amiodarone, sotalol, dofetilide, flecainide, propafenone, lidocaine, procainamide, dronedarone, adenosine, digoxin',
    ],
  },
  {
    words: ['nitrate', 'angina medication'],
    kind: 'medication',
    members: ['nitroglycerin, isosorbide'],
  },
  // A10, A02, A04, A06.
  {
    words: [
      'diabetes pill',
      'diabetes medication',
      'diabetes medicine',
      'diabetes drug',
      'diabetes med',
      'sugar pill',
      'antidiabetic',
      'antidiabetic drug',
      'blood sugar medication',
      'diabetic medication',
    ],
    kind: 'medication',
    members: [
      'metformin, glipizide, glyburide, glimepiride, sitagliptin, linagliptin, saxagliptin, empagliflozin, dapagliflozin',
      'canagliflozin, pioglitazone, rosiglitazone, repaglinide, nateglinide, acarbose, liraglutide, semaglutide, dulaglutide',
      'exenatide, insulin',
    ],
  },
  {
    words: [
      'stomach acid medication',
      'acid reducer',
      'heartburn medication',
      'antacid',
      'reflux medication',
      'ulcer medication',
    ],
    kind: 'medication',
    members: [
      'omeprazole, esomeprazole, pantoprazole, lansoprazole, rabeprazole, famotidine, ranitidine, cimetidine, nizatidine',
      'sucralfate, calcium carbonate, aluminum magnesium hydrox simethicone, bismuth',
    ],
  },
  {
    words: ['proton pump inhibitor', 'ppi'],
    kind: 'medication',
    members: ['omeprazole, esomeprazole, pantoprazole, lansoprazole, dexlansoprazole, rabeprazole'],
  },
  {
    words: [
      'nausea medication',
      'anti nausea',
      'antiemetic',
      'nausea medicine',
      'anti nausea medication',
      'anti nausea drug',
      'anti sickness medication',
    ],
    kind: 'medication',
    members: [
      'ondansetron, metoclopramide, prochlorperazine, promethazine, granisetron, palonosetron, dimenhydrinate, scopolamine, aprepitant, trimethobenzamide, meclizine',
    ],
  },
  {
    words: ['laxative', 'constipation medication'],
    kind: 'medication',
    members: [
      'docusate, senna, bisacodyl, polyethylene glycol, lactulose, milk of magnesia, magnesium citrate, psyllium, methylnaltrexone, fleet enema',
    ],
  },
  // H02, L04.
  {
    words: ['steroid', 'corticosteroid'],
    kind: 'medication',
    members: [
      'prednisone, prednisolone, methylprednisolone, dexamethasone, hydrocortisone, cortisone, fludrocortisone, budesonide',
      'fluticasone, beclomethasone, mometasone, triamcinolone, betamethasone',
    ],
  },
  {
    words: ['immunosuppressant', 'immunosuppressive', 'anti rejection medication', 'transplant medication'],
    kind: 'medication',
    members: [
      'tacrolimus, cyclosporine, mycophenolate, azathioprine, sirolimus, everolimus, methotrexate, basiliximab',
    ],
  },
  {
    words: ['chemotherapy', 'chemo', 'cancer drug', 'cancer medication', 'chemotherapy drug'],
    kind: 'medication',
    members: [
      'paclitaxel, docetaxel, doxorubicin, epirubicin, cyclophosphamide, cisplatin, carboplatin, oxaliplatin, fluorouracil',
      'capecitabine, gemcitabine, etoposide, vincristine, leucovorin, irinotecan, methotrexate, trastuzumab, bevacizumab',
      'rituximab, bleomycin, exemestane, letrozole, anastrozole, tamoxifen, fulvestrant, palbociclib, neratinib, lapatinib, ribociclib, abemaciclib, verzenio, leuprolide',
    ],
  },
  // N05, N06, N03.
  {
    words: ['antidepressant', 'depression medication', 'anti depressant', 'depression medicine'],
    kind: 'medication',
    members: [
      'sertraline, fluoxetine, citalopram, escitalopram, paroxetine, venlafaxine, duloxetine, desvenlafaxine, bupropion',
      'mirtazapine, trazodone, amitriptyline, nortriptyline, imipramine, doxepin, vilazodone, fluvoxamine',
    ],
  },
  {
    words: ['antipsychotic', 'psychosis medication', 'anti psychotic'],
    kind: 'medication',
    members: [
      'haloperidol, quetiapine, olanzapine, risperidone, aripiprazole, ziprasidone, clozapine, paliperidone, chlorpromazine, perphenazine, lurasidone',
    ],
  },
  {
    words: ['benzodiazepine', 'benzo', 'anxiety medication', 'tranquilizer', 'tranquilliser'],
    kind: 'medication',
    members: [
      'lorazepam, diazepam, alprazolam, clonazepam, midazolam, temazepam, chlordiazepoxide, oxazepam, buspirone, hydroxyzine',
    ],
  },
  {
    words: ['sleeping pill', 'sleep medication', 'sleep aid', 'sleeping tablet', 'hypnotic', 'something to sleep'],
    kind: 'medication',
    members: ['zolpidem, eszopiclone, zaleplon, temazepam, trazodone, melatonin, ramelteon, doxylamine, suvorexant'],
  },
  {
    words: ['sedative', 'sedation'],
    kind: 'medication',
    members: [
      'propofol, midazolam, lorazepam, dexmedetomidine, ketamine, diazepam, etomidate, pentobarbital, phenobarbital',
    ],
  },
  {
    words: [
      'seizure medication',
      'anti seizure medication',
      'anticonvulsant',
      'antiepileptic',
      'seizure medicine',
      'epilepsy medication',
    ],
    kind: 'medication',
    members: [
      'levetiracetam, phenytoin, fosphenytoin, valproate, divalproex, valproic acid, carbamazepine, oxcarbazepine',
      'lamotrigine, topiramate, lacosamide, phenobarbital, zonisamide, gabapentin, pregabalin, clobazam, diazepam',
    ],
  },
  {
    words: ['dementia medication', 'alzheimer medication', 'memory medication', 'dementia drug'],
    kind: 'medication',
    members: ['donepezil, galantamine, memantine, rivastigmine'],
  },
  // R03, R06.
  {
    words: ['inhaler', 'puffer', 'asthma medication', 'asthma medicine', 'bronchodilator', 'asthma drug'],
    kind: 'medication',
    members: [
      'albuterol, salbutamol, levalbuterol, ipratropium, tiotropium, salmeterol, formoterol, fluticasone, budesonide',
      'mometasone, umeclidinium, vilanterol, montelukast, metered dose inhaler, inhaler, theophylline',
    ],
  },
  {
    words: [
      'allergy pill',
      'allergy medication',
      'allergy medicine',
      'antihistamine',
      'anti histamine',
      'allergy drug',
    ],
    kind: 'medication',
    members: [
      'loratadine, cetirizine, fexofenadine, desloratadine, levocetirizine, diphenhydramine, chlorpheniramine',
      'hydroxyzine, astemizole, terfenadine',
    ],
  },
  {
    words: ['birth control', 'birth control pill', 'contraceptive', 'contraception', 'the pill'],
    kind: 'medication',
    members: [
      'contraceptive, estradiol, norethindrone, levonorgestrel, etonogestrel, drospirenone, norgestimate, norelgestromin',
      'medroxyprogesterone, jolivette, trinessa, seasonique, yaz, natazia, levora, kyleena, mirena, nexplanon, nuvaring, camila, errin, ortho, liletta',
    ],
  },
  {
    words: ['thyroid medication', 'thyroid pill', 'thyroid medicine'],
    kind: 'medication',
    members: ['levothyroxine, liothyronine, thyroid, methimazole, propylthiouracil'],
  },
  {
    words: ['osteoporosis medication', 'bone medication'],
    kind: 'medication',
    members: ['alendronic, alendronate, risedronate, ibandronate, zoledronic, denosumab, raloxifene'],
  },
  { words: ['gout medication'], kind: 'medication', members: ['allopurinol, febuxostat, colchicine, probenecid'] },
  {
    words: ['vitamin', 'supplement', 'vitamin supplement'],
    kind: 'medication',
    members: [
      'vitamin, multivitamin, multivitamins, folic acid, thiamine, cyanocobalamin, cholecalciferol, ascorbic acid, ferrous, pyridoxine, phytonadione',
    ],
  },
  { words: ['iron pill', 'iron supplement', 'iron tablet'], kind: 'medication', members: ['ferrous, iron'] },
  {
    words: ['iv fluid', 'intravenous fluid'],
    kind: 'medication',
    members: ['sodium chloride, lactated ringers, dextrose, lr, plasma lyte, ns, d5w'],
  },
  // Vaccines.
  against(['flu', 'influenza', 'seasonal flu'], 'influenza'),
  against(['tetanus', 'lockjaw'], 'tetanus, td adult, td, tdap, dtap, diphtheria'),
  against(['whooping cough', 'pertussis'], 'tdap, dtap, pertussis'),
  against(['diphtheria'], 'td adult, td, tdap, dtap, diphtheria'),
  against(['pneumonia', 'pneumococcal', 'pneumovax'], 'pneumococcal'),
  against(['shingles', 'zoster', 'shingrix'], 'zoster'),
  against(['chickenpox', 'chicken pox', 'varicella'], 'varicella'),
  against(['hepatitis a', 'hep a'], 'hep a, hepatitis a'),
  against(['hepatitis b', 'hep b'], 'hep b, hepatitis b'),
  against(['measles', 'mumps', 'rubella', 'mmr'], 'mmr, measles, mumps, rubella'),
  against(['hpv', 'papilloma', 'gardasil'], 'hpv, papillomavirus'),
  against(['polio'], 'ipv, opv, polio, poliovirus'),
  against(['meningitis', 'meningococcal'], 'meningococcal, mcv4'),
  against(['rotavirus'], 'rotavirus'),
  against(['hib'], 'hib, haemophilus influenzae'),
  against(['covid', 'covid 19', 'corona', 'coronavirus'], 'sars cov 2, covid 19, covid'),
  against(['rabies'], 'rabies'),
  // Laboratory groups.
  {
    words: [
      'kidney test',
      'kidney function',
      'kidney function test',
      'renal function',
      'renal function test',
      'kidney lab',
      'renal lab',
      'kidney number',
      'kidney value',
      'kidney blood test',
      'kidney result',
    ],
    kind: 'laboratory',
    members: ['creatinine, urea nitrogen, glomerular filtration rate, cystatin'],
  },
  {
    words: [
      'liver test',
      'liver function',
      'liver function test',
      'lft',
      'liver enzyme',
      'liver panel',
      'liver lab',
      'liver number',
      'liver value',
      'liver blood test',
      'liver result',
    ],
    kind: 'laboratory',
    members: [
      'alanine aminotransferase, aspartate aminotransferase, asparate aminotransferase, alkaline phosphatase, bilirubin, gamma glutamyl',
    ],
  },
  {
    words: [
      'lipid panel',
      'lipid',
      'lipid profile',
      'cholesterol panel',
      'blood fat',
      'cholesterol number',
      'lipid test',
      'fats in the blood',
      'lipid level',
      'cholesterol test',
    ],
    kind: 'laboratory',
    members: [
      'total cholesterol, cholesterol total, cholesterol, triglycerides, low density lipoprotein cholesterol, high density lipoprotein cholesterol',
    ],
  },
  {
    words: ['electrolyte', 'electrolyte panel', 'blood salt', 'salts'],
    kind: 'laboratory',
    members: ['sodium, potassium, chloride, bicarbonate, carbon dioxide, calcium, magnesium, phosphate'],
  },
  {
    words: ['blood count', 'complete blood count', 'cbc', 'full blood count', 'fbc'],
    kind: 'laboratory',
    members: [
      'leukocytes, white blood cells, erythrocytes, red blood cells, hemoglobin, hematocrit, platelets, platelet count',
    ],
  },
  {
    words: ['thyroid test', 'thyroid function', 'thyroid function test', 'thyroid lab', 'thyroid level'],
    kind: 'laboratory',
    members: ['thyrotropin, tsh, thyroid stimulating hormone, thyroxine, triiodothyronine'],
  },
  {
    words: ['iron study', 'iron level', 'iron test', 'iron stores'],
    kind: 'laboratory',
    members: ['ferritin, iron, transferrin, iron binding capacity'],
  },
  {
    words: ['clotting test', 'coagulation', 'clotting time', 'coags', 'blood clotting test'],
    kind: 'laboratory',
    members: ['inr, prothrombin, ptt, partial thromboplastin, fibrinogen, international normalized ratio'],
  },
  {
    words: ['heart enzyme', 'cardiac enzyme', 'cardiac marker', 'heart attack test'],
    kind: 'laboratory',
    members: ['troponin, creatine kinase, ck mb'],
  },
  // Groups of conditions.
  {
    words: [
      'heart disease',
      'heart problem',
      'heart condition',
      'cardiac disease',
      'heart trouble',
      'cardiac condition',
    ],
    kind: 'condition',
    members: [
      'coronary, myocardial infarction, heart failure, heart disease, atrial fibrillation, atrial flutter, cardiomyopathy',
      'angina, cardiac arrest, valve disorder, aortic stenosis, mitral, ischemic heart, cardiac dysrhythmia',
    ],
  },
  {
    words: [
      'lung disease',
      'lung problem',
      'lung condition',
      'breathing problem',
      'respiratory disease',
      'pulmonary disease',
    ],
    kind: 'condition',
    members: [
      'asthma, obstructive, emphysema, bronchitis, pneumonia, pulmonary fibrosis, pulmonary hypertension, respiratory failure, bronchiectasis, lung, pneumothorax',
    ],
  },
  {
    words: ['kidney problem', 'kidney trouble', 'kidney condition', 'renal disease', 'renal problem'],
    kind: 'condition',
    members: ['kidney, renal, nephropathy, nephritis, nephrotic, glomerulonephritis, hydronephrosis'],
  },
  {
    words: ['liver problem', 'liver condition', 'liver trouble', 'hepatic disease'],
    kind: 'condition',
    members: ['liver, hepatic, hepatitis, cirrhosis, hepatorenal, jaundice'],
  },
  {
    words: [
      'mental health problem',
      'mental health condition',
      'mental illness',
      'psychiatric condition',
      'psychiatric disease',
      'mental health diagnosis',
    ],
    kind: 'condition',
    members: [
      'depressive, depression, anxiety, bipolar, schizophrenia, psychosis, posttraumatic stress, panic, suicidal',
      'personality disorder, mood disorder, attention deficit',
    ],
  },
  {
    words: ['cancer', 'malignancy', 'tumor', 'tumour', 'malignant tumor'],
    kind: 'condition',
    members: [
      'malignant, carcinoma, cancer, neoplasm, lymphoma, leukemia, melanoma, sarcoma, myeloma, metastasis, metastatic',
    ],
  },
  {
    words: ['fracture', 'broken bone', 'bone fracture'],
    kind: 'condition',
    members: ['fracture'],
  },
  {
    words: ['infection', 'infectious disease'],
    kind: 'condition',
    members: [
      'infection, sepsis, septicemia, pneumonia, sinusitis, pharyngitis, cystitis, cellulitis, bacteremia, bronchitis, otitis media, osteomyelitis, abscess, endocarditis, meningitis, peritonitis, tuberculosis, streptococcal, viral, human immunodeficiency virus',
    ],
  },
  {
    words: ['anemia', 'anaemia', 'low blood count', 'low hemoglobin', 'blood deficiency'],
    kind: 'condition',
    members: ['anemia'],
  },
  {
    words: ['stroke', 'brain attack', 'cva'],
    kind: 'condition',
    members: [
      'stroke, cerebrovascular, cerebral infarction, intracerebral hemorrhage, cerebral artery occlusion, cerebral embolism',
    ],
  },
  {
    words: ['blood clot', 'clot', 'thrombosis'],
    kind: 'condition',
    members: ['thrombosis, embolism, thromboembolism, deep vein, venous embolism'],
  },
  { words: ['sinus infection', 'sinus problem', 'sinus trouble'], kind: 'condition', members: ['sinusitis'] },
  {
    words: ['allergic rhinitis', 'hay fever', 'hayfever'],
    kind: 'condition',
    members: ['allergic rhinitis, hay fever'],
  },
  { words: ['ear infection', 'middle ear infection'], kind: 'condition', members: ['otitis'] },
  {
    words: ['substance abuse', 'drug abuse', 'drug problem', 'addiction', 'substance use'],
    kind: 'condition',
    members: ['dependence, abuse, misuse, substance use, drug overdose'],
  },
];
