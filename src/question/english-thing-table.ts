// Things that a record may or may not have: diseases, procedures, vaccines, substances. Data of this project, CC0.

/** Names, folded, commas between; where a record has none of a name, that is an answer and no misreading. */
export const englishThings: readonly string[] = [
  // Diseases and findings.
  'gout, lupus, psoriasis, eczema, glaucoma, cataract, malaria, sarcoidosis, tuberculosis, multiple sclerosis, parkinson disease',
  'parkinson, epilepsy, migraine, asthma, copd, emphysema, bronchitis, pneumonia, influenza, covid, covid 19, cystic fibrosis',
  'sickle cell disease, sickle cell anemia, thalassemia, hemophilia, anemia, leukemia, lymphoma, myeloma, melanoma, sarcoma',
  'breast cancer, lung cancer, colon cancer, prostate cancer, skin cancer, ovarian cancer, cervical cancer, pancreatic cancer',
  'liver cancer, stomach cancer, bladder cancer, kidney cancer, brain tumor, thyroid cancer, hypertension, hypotension, angina',
  'heart failure, atrial fibrillation, atrial flutter, cardiomyopathy, endocarditis, pericarditis, myocarditis, aneurysm',
  'aortic stenosis, heart murmur, heart attack, myocardial infarction, stroke, tia, deep vein thrombosis, pulmonary embolism',
  'pulmonary hypertension, pulmonary fibrosis, pneumothorax, pleural effusion, sleep apnea, sleep apnoea, insomnia, narcolepsy',
  'diabetes, type 1 diabetes, type 2 diabetes, prediabetes, gestational diabetes, hypothyroidism, hyperthyroidism, goiter',
  'graves disease, addison disease, cushing syndrome, hyperlipidemia, high cholesterol, obesity, malnutrition, osteoporosis',
  'osteopenia, arthritis, rheumatoid arthritis, osteoarthritis, fibromyalgia, scoliosis, sciatica, tendinitis, bursitis',
  'carpal tunnel syndrome, dementia, alzheimer disease, delirium, schizophrenia, bipolar disorder, depression, anxiety, ptsd',
  'autism, adhd, ocd, anorexia, bulimia, alcoholism, cirrhosis, hepatitis, hepatitis a, hepatitis b, hepatitis c, jaundice',
  'pancreatitis, gallstones, cholecystitis, appendicitis, diverticulitis, diverticulosis, crohn disease, crohns, colitis',
  'ulcerative colitis, celiac disease, irritable bowel syndrome, ibs, gerd, hernia, hiatal hernia, hemorrhoids, peptic ulcer',
  'kidney stones, kidney failure, kidney disease, chronic kidney disease, nephritis, urinary incontinence, uti, prostatitis',
  'endometriosis, fibroids, pcos, menopause, preeclampsia, miscarriage, pregnancy, infertility, hiv, aids, syphilis, gonorrhea',
  'chlamydia, herpes, hpv, shingles, chickenpox, measles, mumps, rubella, whooping cough, polio, tetanus, rabies, lyme disease',
  'west nile, zika, ebola, dengue, cholera, typhoid, meningitis, encephalitis, sepsis, cellulitis, mrsa, c diff, scabies, lice',
  'ringworm, athlete foot, acne, rosacea, vitiligo, hives, rash, tinnitus, vertigo, hearing loss, deafness, blindness',
  'macular degeneration, retinopathy, conjunctivitis, sinusitis, tonsillitis, strep throat, otitis media, allergic rhinitis',
  'concussion, fracture, sprain, burn, laceration, amputation, paralysis, cerebral palsy, down syndrome, spina bifida, als',
  'myasthenia gravis, guillain barre, huntington disease, raynaud, scleroderma, vasculitis, hyponatremia, hyperkalemia',
  'hypokalemia, hypernatremia, hypoglycemia, hyperglycemia, acidosis, dehydration, bowel obstruction, gi bleed, seizures',
  'smoking, substance abuse, suicidal ideation, domestic abuse, homelessness, fever, cough, edema, ascites, syncope',
  // Procedures and devices.
  'appendectomy, cholecystectomy, hysterectomy, mastectomy, lumpectomy, prostatectomy, nephrectomy, splenectomy, tonsillectomy',
  'thyroidectomy, colectomy, gastrectomy, craniotomy, laminectomy, spinal fusion, hip replacement, knee replacement, biopsy',
  'colonoscopy, endoscopy, bronchoscopy, cystoscopy, laparoscopy, arthroscopy, mammogram, mammography, pap smear, mri, mri scan',
  'ct scan, cat scan, pet scan, ultrasound, x ray, chest x ray, echocardiogram, ekg, ecg, eeg, stress test, bone scan, dexa scan',
  'angiogram, angioplasty, stent, bypass surgery, pacemaker, pacemaker implantation, defibrillator, heart transplant, dialysis',
  'kidney transplant, liver transplant, lung transplant, bone marrow transplant, transplant, chemotherapy, radiation therapy',
  'radiotherapy, physical therapy, cataract surgery, lasik, vasectomy, tubal ligation, c section, cesarean section, circumcision',
  'hernia repair, gastric bypass, colostomy, tracheostomy, intubation, lumbar puncture, spinal tap, thoracentesis, paracentesis',
  'blood transfusion, transfusion, feeding tube, catheter, central line, chest tube, wound care, eye exam, hearing test, autopsy',
  // Vaccines.
  'flu shot, tetanus shot, shingles vaccine, pneumonia vaccine, hepatitis a vaccine, hepatitis b vaccine, hpv vaccine, mmr',
  'measles vaccine, polio vaccine, covid vaccine, covid shot, covid booster, rabies vaccine, meningitis vaccine, tdap, rsv vaccine',
  'yellow fever vaccine, typhoid vaccine, chickenpox vaccine, whooping cough vaccine, bcg, rotavirus vaccine',
  // Substances that people are allergic to.
  'peanut, peanuts, tree nuts, shellfish, fish, egg, eggs, milk, soy, wheat, gluten, latex, bee stings, pollen, dust mites, mold',
  'cat, dog, animal dander, penicillin, sulfa, sulfa drugs, iodine, contrast, strawberries, sesame, nickel, adhesive tape',
  // Drugs beyond the classes.
  'lithium, digoxin, methotrexate, viagra, sildenafil, tadalafil, finasteride, tamsulosin, naloxone, methylphenidate, adderall',
  'amphetamine, nicotine patch, testosterone, estrogen, insulin, metformin, aspirin, ozempic, botox, cannabis, marijuana',
];
