// The terms of the synthetic record: LOINC, SNOMED CT, CVX and ATC codes with their displays, units and normal ranges.

/** A coded term. */
export interface Term {
  readonly system: string;
  readonly code: string;
  readonly display: string;
}

/** A measured term with the short name a laboratory prints, its unit, decimals and normal range. */
export interface LabTerm extends Term {
  readonly text: string;
  readonly unit: string;
  readonly ucum: string;
  readonly decimals: number;
  readonly low?: number;
  readonly high?: number;
}

export const loincSystem = 'http://loinc.org';
export const snomedSystem = 'http://snomed.info/sct';
export const atcSystem = 'http://www.whocc.no/atc';
export const cvxSystem = 'http://hl7.org/fhir/sid/cvx';

const loinc = (code: string, display: string): Term => ({ system: loincSystem, code, display });
const snomed = (code: string, display: string): Term => ({ system: snomedSystem, code, display });
const atc = (code: string, display: string): Term => ({ system: atcSystem, code, display });
const cvx = (code: string, display: string): Term => ({ system: cvxSystem, code, display });
const lab = (
  code: string,
  text: string,
  display: string,
  unit: string,
  decimals: number,
  low?: number,
  high?: number,
): LabTerm => ({
  ...loinc(code, display),
  text,
  unit,
  ucum: ucumOf[unit] ?? unit,
  decimals,
  ...(low === undefined ? {} : { low }),
  ...(high === undefined ? {} : { high }),
});

/** UCUM codes of the units that people write otherwise. */
const ucumOf: Readonly<Record<string, string>> = {
  mmHg: 'mm[Hg]',
  '°C': 'Cel',
  'mL/min/1.73 m²': 'mL/min/{1.73_m2}',
  'x10³/µL': 'x10³/µL',
  'beats/min': '/min',
  'breaths/min': '/min',
};

/** Laboratory tests and measurements. Source: LOINC 2.77; ranges are usual adult ones. */
export const labs = {
  a1c: lab('4548-4', 'HbA1c', 'Hemoglobin A1c/Hemoglobin.total in Blood', '%', 1, 4, 5.6),
  creatinine: lab('2160-0', 'Creatinine', 'Creatinine [Mass/volume] in Serum or Plasma', 'mg/dL', 2, 0.5, 1.1),
  egfr: lab(
    '98979-8',
    'eGFR',
    'Glomerular filtration rate/1.73 sq M.predicted (CKD-EPI 2021)',
    'mL/min/1.73 m²',
    0,
    60,
  ),
  potassium: lab('2823-3', 'Potassium', 'Potassium [Moles/volume] in Serum or Plasma', 'mmol/L', 1, 3.5, 5.1),
  sodium: lab('2951-2', 'Sodium', 'Sodium [Moles/volume] in Serum or Plasma', 'mmol/L', 0, 136, 145),
  glucose: lab('2345-7', 'Glucose', 'Glucose [Mass/volume] in Serum or Plasma', 'mg/dL', 0, 70, 99),
  fingerstick: lab(
    '41653-7',
    'Glucose, fingerstick',
    'Glucose [Mass/volume] in Capillary blood by Glucometer',
    'mg/dL',
    0,
    70,
    180,
  ),
  cholesterol: lab(
    '2093-3',
    'Total cholesterol',
    'Cholesterol [Mass/volume] in Serum or Plasma',
    'mg/dL',
    0,
    undefined,
    200,
  ),
  ldl: lab(
    '13457-7',
    'LDL cholesterol',
    'Cholesterol in LDL [Mass/volume] in Serum or Plasma by calculation',
    'mg/dL',
    0,
    undefined,
    100,
  ),
  hdl: lab('2085-9', 'HDL cholesterol', 'Cholesterol in HDL [Mass/volume] in Serum or Plasma', 'mg/dL', 0, 40),
  triglyceride: lab(
    '2571-8',
    'Triglycerides',
    'Triglyceride [Mass/volume] in Serum or Plasma',
    'mg/dL',
    0,
    undefined,
    150,
  ),
  hemoglobin: lab('718-7', 'Hemoglobin', 'Hemoglobin [Mass/volume] in Blood', 'g/dL', 1, 12, 15.5),
  leukocytes: lab(
    '6690-2',
    'White blood cells',
    'Leukocytes [#/volume] in Blood by Automated count',
    'x10³/µL',
    1,
    4,
    11,
  ),
  platelets: lab('777-3', 'Platelets', 'Platelets [#/volume] in Blood by Automated count', 'x10³/µL', 0, 150, 400),
  albuminRatio: lab(
    '14959-1',
    'Urine albumin/creatinine ratio',
    'Microalbumin/Creatinine [Mass Ratio] in Urine',
    'mg/g',
    0,
    undefined,
    30,
  ),
  lactate: lab('2524-7', 'Lactate', 'Lactate [Moles/volume] in Serum or Plasma', 'mmol/L', 1, 0.5, 2),
  crp: lab(
    '1988-5',
    'C-reactive protein',
    'C reactive protein [Mass/volume] in Serum or Plasma',
    'mg/L',
    0,
    undefined,
    5,
  ),
  troponin: lab(
    '67151-1',
    'Troponin T, high sensitivity',
    'Troponin T.cardiac [Mass/volume] in Serum or Plasma by High sensitivity method',
    'ng/L',
    0,
    undefined,
    14,
  ),
  heartRate: lab('8867-4', 'Heart rate', 'Heart rate', 'beats/min', 0),
  breathing: lab('9279-1', 'Respiratory rate', 'Respiratory rate', 'breaths/min', 0),
  saturation: lab('59408-5', 'Oxygen saturation', 'Oxygen saturation in Arterial blood by Pulse oximetry', '%', 0),
  temperature: lab('8310-5', 'Body temperature', 'Body temperature', '°C', 1),
  systolic: lab('8480-6', 'Systolic blood pressure', 'Systolic blood pressure', 'mmHg', 0),
  diastolic: lab('8462-4', 'Diastolic blood pressure', 'Diastolic blood pressure', 'mmHg', 0),
  weight: lab('29463-7', 'Body weight', 'Body weight', 'kg', 1),
  urine: lab('9187-6', 'Urine output', 'Urine output', 'mL', 0),
} as const;

/** Panels, documents and findings. */
export const findings = {
  bloodPressure: loinc('85354-9', 'Blood pressure panel with all children optional'),
  lipidPanel: loinc('57698-3', 'Lipid panel with direct LDL - Serum or Plasma'),
  metabolicPanel: loinc('24323-8', 'Comprehensive metabolic 2000 panel - Serum or Plasma'),
  smoking: loinc('72166-2', 'Tobacco smoking status'),
  neverSmoker: snomed('266919005', 'Never smoked tobacco'),
  dischargeSummary: loinc('18842-5', 'Discharge summary'),
  progressNote: loinc('11506-3', 'Progress note'),
  chestFilm: loinc('30746-2', 'Portable XR Chest Views'),
  echo: loinc('42148-7', 'US Heart'),
  bloodCulture: loinc('600-7', 'Bacteria identified in Blood by Culture'),
  organism: snomed('112283007', 'Escherichia coli'),
  blood: snomed('119297000', 'Blood specimen'),
} as const;

/** Susceptibility tests. */
export const antibiotics = [
  { term: loinc('18895-3', 'cefTRIAXone [Susceptibility]'), result: 'S' },
  { term: loinc('18906-8', 'Ciprofloxacin [Susceptibility]'), result: 'R' },
  { term: loinc('18928-2', 'Gentamicin [Susceptibility]'), result: 'S' },
] as const;

/** Problems and diagnoses. Source: SNOMED CT international edition. */
export const problems = {
  hypertension: snomed('59621000', 'Essential hypertension'),
  diabetes: snomed('44054006', 'Type 2 diabetes mellitus'),
  lipids: snomed('55822004', 'Hyperlipidemia'),
  kidney3: snomed('433144002', 'Chronic kidney disease stage 3'),
  kidney4: snomed('431857002', 'Chronic kidney disease stage 4'),
  coronary: snomed('53741008', 'Coronary arteriosclerosis'),
  infarction: snomed('401314000', 'Acute non-ST segment elevation myocardial infarction'),
  fibrillation: snomed('49436004', 'Atrial fibrillation'),
  sepsis: snomed('91302008', 'Sepsis'),
  urinary: snomed('68566005', 'Urinary tract infectious disease'),
  kidneyInjury: snomed('14669001', 'Acute renal failure syndrome'),
  heartFailure: snomed('84114007', 'Heart failure'),
  pneumonia: snomed('233604007', 'Pneumonia'),
  bronchitis: snomed('10509002', 'Acute bronchitis'),
  arthritis: snomed('239873007', 'Osteoarthritis of knee'),
  embolism: snomed('59282003', 'Pulmonary embolism'),
} as const;

/** Procedures. */
export const procedures = {
  bypass: snomed('232717009', 'Coronary artery bypass grafting'),
  angiography: snomed('33367005', 'Coronary angiography'),
  intubation: snomed('112798008', 'Insertion of endotracheal tube'),
  ventilation: snomed('40617009', 'Artificial ventilation'),
  line: snomed('233527006', 'Central venous cannula insertion'),
  colonoscopy: snomed('73761001', 'Colonoscopy'),
  eyeExam: snomed('314971001', 'Camera fundoscopy'),
} as const;

/** Visits, places and allergies. */
export const others = {
  visit: snomed('185349003', 'Encounter for check up'),
  symptomVisit: snomed('185345009', 'Encounter for symptom'),
  admission: snomed('32485007', 'Hospital admission'),
  intensiveCare: snomed('305351004', 'Admission to intensive care unit'),
  penicillin: snomed('91936005', 'Allergy to penicillin'),
  sulfonamide: snomed('91939003', 'Allergy to sulfonamide'),
  latex: snomed('300916003', 'Latex allergy'),
  hives: snomed('247472004', 'Hives'),
  rash: snomed('271807003', 'Eruption of skin'),
  oral: snomed('26643006', 'Oral route'),
  intravenous: snomed('47625008', 'Intravenous route'),
  subcutaneous: snomed('34206005', 'Subcutaneous route'),
} as const;

/** Drugs by ATC substance, as dispensed. Source: WHO ATC index. */
export const drugs = {
  lisinopril: { ...atc('C09AA03', 'lisinopril'), product: 'Lisinopril 10 MG Oral Tablet', form: 'tablet' },
  amlodipine: { ...atc('C08CA01', 'amlodipine'), product: 'Amlodipine 5 MG Oral Tablet', form: 'tablet' },
  metformin: { ...atc('A10BA02', 'metformin'), product: 'Metformin hydrochloride 500 MG Oral Tablet', form: 'tablet' },
  glipizide: { ...atc('A10BB07', 'glipizide'), product: 'Glipizide 5 MG Oral Tablet', form: 'tablet' },
  glargine: { ...atc('A10AE04', 'insulin glargine'), product: 'Insulin glargine 100 UNT/ML Pen Injector', form: 'pen' },
  regularInsulin: {
    ...atc('A10AB01', 'insulin (human)'),
    product: 'Insulin regular, human 1 UNT/ML Infusion',
    form: 'infusion',
  },
  atorvastatin: { ...atc('C10AA05', 'atorvastatin'), product: 'Atorvastatin 40 MG Oral Tablet', form: 'tablet' },
  aspirin: { ...atc('B01AC06', 'acetylsalicylic acid'), product: 'Aspirin 81 MG Oral Tablet', form: 'tablet' },
  metoprolol: { ...atc('C07AB02', 'metoprolol'), product: 'Metoprolol tartrate 50 MG Oral Tablet', form: 'tablet' },
  furosemide: { ...atc('C03CA01', 'furosemide'), product: 'Furosemide 40 MG Oral Tablet', form: 'tablet' },
  amiodarone: { ...atc('C01BD01', 'amiodarone'), product: 'Amiodarone 200 MG Oral Tablet', form: 'tablet' },
  paracetamol: { ...atc('N02BE01', 'paracetamol'), product: 'Acetaminophen 325 MG Oral Tablet', form: 'tablet' },
  azithromycin: { ...atc('J01FA10', 'azithromycin'), product: 'Azithromycin 250 MG Oral Tablet', form: 'tablet' },
  ceftriaxone: { ...atc('J01DD04', 'ceftriaxone'), product: 'Ceftriaxone 1000 MG Injection', form: 'vial' },
  cefazolin: { ...atc('J01DB04', 'cefazolin'), product: 'Cefazolin 2000 MG Injection', form: 'vial' },
  norepinephrine: {
    ...atc('C01CA03', 'norepinephrine'),
    product: 'Norepinephrine 0.016 MG/ML Infusion',
    form: 'infusion',
  },
  propofol: { ...atc('N01AX10', 'propofol'), product: 'Propofol 10 MG/ML Injectable Emulsion', form: 'infusion' },
  saline: { ...atc('B05BB01', 'electrolytes'), product: 'Sodium chloride 0.9 % Infusion', form: 'infusion' },
} as const;

/** Vaccines. */
export const vaccines = {
  influenza: cvx('140', 'Influenza, seasonal, injectable, preservative free'),
  pneumococcal: cvx('33', 'pneumococcal polysaccharide vaccine, 23 valent'),
  tetanus: cvx('115', 'Tdap'),
  zoster: cvx('187', 'zoster vaccine recombinant'),
  covid: cvx('208', 'SARS-COV-2 (COVID-19) vaccine, mRNA, spike protein, LNP, preservative free, 30 mcg/0.3mL dose'),
} as const;

export type Drug = (typeof drugs)[keyof typeof drugs];
