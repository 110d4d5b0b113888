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
  against(
    ['flu', 'influenza', 'seasonal flu'],
    'influenza, influvac, fluzone, flucelvax, afluria, fluarix, fluad, fluquadri, vaxigrip, vaxigriptetra, efluelda',
  ),
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
  against(
    ['covid', 'covid 19', 'corona', 'coronavirus'],
    'sars cov 2, covid 19, covid, comirnaty, spikevax, vaxzevria, nuvaxovid, jcovden, tozinameran, elasomeran, mrna 1273, bnt162b2',
  ),
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
    words: ['anemia', 'anaemia', 'low blood count', 'blood deficiency'],
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
  // Lay names of conditions, procedures and measurements, with what records call them.
  {
    words: ['high blood pressure', 'hypertension', 'htn', 'elevated blood pressure', 'raised blood pressure'],
    kind: 'condition',
    members: ['hypertension, hypertensive'],
  },
  { words: ['low blood pressure'], kind: 'condition', members: ['hypotension'] },
  {
    words: ['diabetes', 'sugar disease', 'diabetic', 'sugar diabetes'],
    kind: 'condition',
    members: ['diabetes, diabetic'],
  },
  {
    words: ['type 2 diabetes', 'type ii diabetes', 'adult onset diabetes'],
    kind: 'condition',
    members: ['type 2 diabetes, diabetes mellitus type 2, type ii diabetes, type ii or unspecified type'],
  },
  {
    words: ['type 1 diabetes', 'type i diabetes', 'juvenile diabetes'],
    kind: 'condition',
    members: ['type 1 diabetes, diabetes mellitus type 1, type i diabetes'],
  },
  {
    words: [
      'high cholesterol',
      'high fat in the blood',
      'high blood fat',
      'high lipid',
      'blood fat problem',
      'hyperlipidemia',
      'dyslipidemia',
    ],
    kind: 'condition',
    members: ['hyperlipidemia, hypercholesterolemia, hypertriglyceridemia, dyslipidemia, hyperlipidaemia'],
  },
  {
    words: [
      'clogged artery',
      'blocked artery',
      'hardening of the artery',
      'narrowed artery',
      'coronary artery disease',
      'coronary disease',
      'cad',
    ],
    kind: 'condition',
    members: [
      'atherosclerosis, atherosclerotic, coronary artery disease, coronary heart disease, coronary arteriosclerosis',
    ],
  },
  { words: ['heart attack'], kind: 'condition', members: ['myocardial infarction, heart attack'] },
  {
    words: ['weak heart', 'heart failure', 'chf', 'congestive heart failure', 'failing heart'],
    kind: 'condition',
    members: ['heart failure'],
  },
  {
    words: [
      'irregular heartbeat',
      'irregular heart beat',
      'irregular heart rhythm',
      'heart rhythm problem',
      'arrhythmia',
      'palpitation',
    ],
    kind: 'condition',
    members: [
      'atrial fibrillation, atrial flutter, arrhythmia, dysrhythmia, tachycardia, bradycardia, heart block, palpitations',
    ],
  },
  {
    words: ['memory problem', 'memory loss', 'dementia', 'forgetfulness'],
    kind: 'condition',
    members: ['dementia, alzheimer, amnesia, memory'],
  },
  {
    words: ['nerve damage', 'neuropathy', 'nerve problem'],
    kind: 'condition',
    members: ['neuropathy, polyneuropathy, neuritis'],
  },
  {
    words: ['fluid in the lung', 'water in the lung', 'fluid on the lung', 'water on the lung'],
    kind: 'condition',
    members: ['pulmonary edema, pleural effusion'],
  },
  {
    words: [
      'clot in the lung',
      'lung clot',
      'clot in a lung',
      'clot on the lung',
      'blood clot in the lung',
      'pulmonary embolism',
    ],
    kind: 'condition',
    members: ['pulmonary embolism, pulmonary embolus'],
  },
  {
    words: ['clot in the leg', 'blood clot in the leg', 'leg clot', 'deep vein thrombosis', 'dvt', 'clot in a vein'],
    kind: 'condition',
    members: ['deep vein, deep veins, deep vessels, deep venous'],
  },
  {
    words: ['blood infection', 'blood poisoning', 'infection in the blood', 'sepsis'],
    kind: 'condition',
    members: ['sepsis, septicemia, bacteremia, septic shock'],
  },
  {
    words: ['kidney failure', 'renal failure', 'failing kidney'],
    kind: 'condition',
    members: ['kidney failure, renal failure, end stage renal, kidney injury'],
  },
  {
    words: ['bladder infection', 'urinary tract infection', 'uti', 'urine infection', 'water infection'],
    kind: 'condition',
    members: ['urinary tract infection, urinary tract infectious, cystitis'],
  },
  { words: ['obese', 'obesity'], kind: 'condition', members: ['obesity, obese'] },
  { words: ['overweight', 'weight problem'], kind: 'condition', members: ['obesity, overweight, obese'] },
  { words: ['low sodium', 'low salt'], kind: 'condition', members: ['hyponatremia, hyposmolality'] },
  { words: ['high sodium'], kind: 'condition', members: ['hypernatremia, hyperosmolality'] },
  { words: ['high potassium'], kind: 'condition', members: ['hyperkalemia, hyperpotassemia'] },
  { words: ['low potassium'], kind: 'condition', members: ['hypokalemia, hypopotassemia'] },
  { words: ['low blood sugar', 'low sugar'], kind: 'condition', members: ['hypoglycemia, hypoglycemic'] },
  { words: ['high blood sugar', 'high sugar'], kind: 'condition', members: ['hyperglycemia, diabetes'] },
  {
    words: ['cold', 'common cold', 'head cold'],
    kind: 'condition',
    members: ['upper respiratory tract infection, upper respiratory infection, common cold, nasopharyngitis'],
  },
  {
    words: ['arthritis', 'joint inflammation', 'worn joint'],
    kind: 'condition',
    members: ['arthritis, osteoarthritis, osteoarthrosis'],
  },
  { words: ['eczema', 'skin rash', 'itchy rash'], kind: 'condition', members: ['eczema, dermatitis'] },
  { words: ['asthma'], kind: 'condition', members: ['asthma, asthmatic'] },
  {
    words: ['smoker lung', 'copd'],
    kind: 'condition',
    members: [
      'chronic obstructive, emphysema, chronic airway obstruction, obstructive pulmonary, obstructive chronic bronchitis',
    ],
  },
  {
    words: ['thin bone', 'brittle bone', 'weak bone', 'bone loss'],
    kind: 'condition',
    members: ['osteoporosis, osteopenia'],
  },
  { words: ['bed sore', 'bedsore', 'pressure sore'], kind: 'condition', members: ['pressure ulcer, decubitus'] },
  {
    words: ['kidney stone'],
    kind: 'condition',
    members: ['calculus of kidney, nephrolithiasis, kidney stone, calculus of ureter, renal calculus'],
  },
  {
    words: ['gallstone', 'gall stone'],
    kind: 'condition',
    members: ['cholelithiasis, calculus of gallbladder, calculus of bile, gallstones'],
  },
  {
    words: ['acid reflux', 'heartburn', 'heart burn', 'reflux'],
    kind: 'condition',
    members: ['gastroesophageal reflux, esophageal reflux, gastro esophageal reflux, gerd'],
  },
  {
    words: ['fit', 'seizure', 'convulsion', 'epilepsy'],
    kind: 'condition',
    members: ['seizure, seizures, epilepsy, convulsions'],
  },
  {
    words: ['miscarriage', 'lost pregnancy', 'pregnancy loss'],
    kind: 'condition',
    members: ['miscarriage, spontaneous abortion'],
  },
  {
    words: ['drinking problem', 'alcohol problem', 'alcoholism', 'alcohol abuse'],
    kind: 'condition',
    members: ['alcohol, alcoholism'],
  },
  {
    words: ['scarred liver', 'liver scarring', 'scarring of the liver'],
    kind: 'condition',
    members: ['cirrhosis, fibrosis of liver'],
  },
  { words: ['swelling', 'water retention', 'swollen leg'], kind: 'condition', members: ['edema'] },
  { words: ['low platelet'], kind: 'condition', members: ['thrombocytopenia'] },
  { words: ['malnutrition', 'underweight'], kind: 'condition', members: ['malnutrition, underweight, cachexia'] },
  {
    words: ['suicide attempt', 'suicide thought', 'suicidal thought'],
    kind: 'condition',
    members: ['suicide, suicidal'],
  },
  {
    words: ['breathing machine', 'ventilator', 'life support', 'respirator', 'mechanical ventilation'],
    kind: 'procedure',
    members: ['ventilation, ventilator, mechanical ventilator'],
  },
  { words: ['breathing tube', 'intubation', 'intubated'], kind: 'procedure', members: ['intubation, endotracheal'] },
  { words: ['stitch', 'suture'], kind: 'procedure', members: ['suture, suturing'] },
  {
    words: ['heart ultrasound', 'echo', 'cardiac ultrasound', 'ultrasound of the heart', 'echocardiogram'],
    kind: 'procedure',
    members: ['echocardiography, echocardiogram, echo'],
  },
  {
    words: ['central line', 'central venous line', 'central catheter'],
    kind: 'procedure',
    members: ['central venous, vena cava, venous catheter, venous catheterization, picc line, multi lumen'],
  },
  { words: ['pacemaker'], kind: 'procedure', members: ['pacemaker, cardiac resynchronization'] },
  {
    words: ['eye exam', 'eye test', 'eye examination', 'retina exam'],
    kind: 'procedure',
    members: ['retinal, ophthalmoscopy, eye examination, fundus photography, ophthalmic'],
  },
  {
    words: ['heart cath', 'heart catheterization', 'cardiac catheterization', 'cardiac cath', 'heart catheter'],
    kind: 'procedure',
    members: [
      'cardiac catheterization, catheterization of heart, cardiac sampling, left heart, right heart, coronary arteriography',
    ],
  },
  { words: ['dialysis', 'kidney machine', 'blood washing'], kind: 'procedure', members: ['dialysis, hemodialysis'] },
  {
    words: ['feeding tube', 'tube feeding'],
    kind: 'procedure',
    members: ['enteral, gastrostomy, nutritional substance, nutritional substances, feeding tube'],
  },
  {
    words: ['physical therapy', 'physiotherapy', 'rehab', 'rehabilitation'],
    kind: 'procedure',
    members: ['physical therapy, rehabilitation, physiotherapy'],
  },
  { words: ['blood transfusion', 'transfusion', 'transfused'], kind: 'procedure', members: ['transfusion'] },
  { words: ['c section', 'cesarean', 'caesarean'], kind: 'procedure', members: ['cesarean, caesarean'] },
  { words: ['biopsy'], kind: 'procedure', members: ['biopsy, excision of lesion for biopsy'] },
  {
    words: ['urine output', 'pee', 'urine volume', 'passed urine'],
    kind: 'output',
    members: ['foley, void, urine, straight cath, condom cath, suprapubic, nephrostomy, ureteral stent, ileoconduit'],
  },
  {
    words: ['pain score', 'pain level', 'pain rating'],
    kind: 'observation',
    members: ['pain severity, pain score, pain level'],
  },
  {
    words: ['clotting cell', 'clotting platelet', 'thrombocyte'],
    kind: 'observation',
    members: ['platelets, platelet count, platelet bld'],
  },
];
