// Displays of codes that senders often write bare: HL7's own small code systems and languages.

/**
 * The published display of a code of an HL7 terminology system, `undefined` for one that is not kept here.
 * Systems are known by their last part, so that `http://hl7.org/fhir/v3/ActCode` and
 * `http://terminology.hl7.org/CodeSystem/v3-ActCode` are one. A code of HL7 in words loses its hyphens.
 *
 * Source: terminology.hl7.org code systems (CC0); ISO 639-1 language names.
 */
export function standardDisplay(system: string, code: string): string | undefined {
  if (system === '') return undefined;
  const table = tables.get(system) ?? tableFor(system);
  if (table === none) return undefined;
  const display = table.get(code);
  if (display !== undefined) return display;
  if (table === languages) return languages.get(code.slice(0, 2));
  return table === words && code.includes('-') && /^[a-z-]+$/.test(code) ? code.replaceAll('-', ' ') : undefined;
}

/** The published display of a bare code of a known kind, e.g. a DSTU2 interpretation or class written without its system. */
export function displayInSystem(name: keyof typeof systems, code: string): string | undefined {
  return systemTables.get(name)?.get(code);
}

type CodeTable = ReadonlyMap<string, string>;
/** Displays by code, as they are written down here. */
type DisplayList = Readonly<Record<string, string>>;

const languageNames = {
  ar: 'Arabic',
  bg: 'Bulgarian',
  bn: 'Bengali',
  cs: 'Czech',
  da: 'Danish',
  de: 'German',
  el: 'Greek',
  en: 'English',
  es: 'Spanish',
  et: 'Estonian',
  fa: 'Persian',
  fi: 'Finnish',
  fr: 'French',
  gu: 'Gujarati',
  he: 'Hebrew',
  hi: 'Hindi',
  hr: 'Croatian',
  ht: 'Haitian Creole',
  hu: 'Hungarian',
  hy: 'Armenian',
  id: 'Indonesian',
  it: 'Italian',
  ja: 'Japanese',
  km: 'Khmer',
  ko: 'Korean',
  lt: 'Lithuanian',
  lv: 'Latvian',
  nl: 'Dutch',
  no: 'Norwegian',
  pa: 'Punjabi',
  pl: 'Polish',
  pt: 'Portuguese',
  ro: 'Romanian',
  ru: 'Russian',
  sk: 'Slovak',
  sl: 'Slovenian',
  so: 'Somali',
  sq: 'Albanian',
  sr: 'Serbian',
  sv: 'Swedish',
  ta: 'Tamil',
  th: 'Thai',
  tl: 'Tagalog',
  tr: 'Turkish',
  uk: 'Ukrainian',
  ur: 'Urdu',
  vi: 'Vietnamese',
  yi: 'Yiddish',
  zh: 'Chinese',
};

/** For HL7 systems whose codes are words already. */
const languages = tableOf(languageNames);
const words: CodeTable = new Map();
const none: CodeTable = new Map();

const systems = {
  ActCode: {
    AMB: 'ambulatory',
    EMER: 'emergency',
    FLD: 'field',
    HH: 'home health',
    IMP: 'inpatient encounter',
    ACUTE: 'inpatient acute',
    NONAC: 'inpatient non-acute',
    OBSENC: 'observation encounter',
    PRENC: 'pre-admission',
    SS: 'short stay',
    VR: 'virtual',
  },
  ActPriority: {
    A: 'ASAP',
    CR: 'callback results',
    EL: 'elective',
    EM: 'emergency',
    P: 'preop',
    PRN: 'as needed',
    R: 'routine',
    RR: 'rush reporting',
    S: 'stat',
    T: 'timing critical',
    UD: 'use as directed',
    UR: 'urgent',
  },
  MaritalStatus: {
    A: 'Annulled',
    C: 'Common Law',
    D: 'Divorced',
    I: 'Interlocutory',
    L: 'Legally Separated',
    M: 'Married',
    P: 'Polygamous',
    S: 'Never Married',
    T: 'Domestic partner',
    U: 'unmarried',
    UNK: 'unknown',
    W: 'Widowed',
  },
  ObservationInterpretation: {
    '<': 'off scale low',
    '>': 'off scale high',
    A: 'abnormal',
    AA: 'critical abnormal',
    B: 'better',
    D: 'significant change down',
    DET: 'detected',
    E: 'equivocal',
    H: 'high',
    HH: 'critical high',
    HU: 'significantly high',
    HX: 'above high threshold',
    I: 'intermediate',
    IE: 'insufficient evidence',
    IND: 'indeterminate',
    L: 'low',
    LL: 'critical low',
    LU: 'significantly low',
    LX: 'below low threshold',
    N: 'normal',
    ND: 'not detected',
    NEG: 'negative',
    NR: 'non-reactive',
    NS: 'non-susceptible',
    POS: 'positive',
    R: 'resistant',
    RR: 'reactive',
    S: 'susceptible',
    SDD: 'susceptible-dose dependent',
    U: 'significant change up',
    W: 'worse',
    WR: 'weakly reactive',
  },
  NullFlavor: {
    ASKU: 'asked but unknown',
    INV: 'invalid',
    MSK: 'masked',
    NA: 'not applicable',
    NASK: 'not asked',
    NAV: 'temporarily unavailable',
    NI: 'no information',
    OTH: 'other',
    UNC: 'un-encoded',
    UNK: 'unknown',
  },
  ParticipationType: {
    ADM: 'admitter',
    ATND: 'attender',
    AUT: 'author',
    CON: 'consultant',
    DIS: 'discharger',
    PART: 'participation',
    PPRF: 'primary performer',
    REF: 'referrer',
    SPRF: 'secondary performer',
  },
  RoleCode: {
    BRO: 'brother',
    CHILD: 'child',
    CHILDINLAW: 'child-in-law',
    DAU: 'natural daughter',
    DAUC: 'daughter',
    FAMMEMB: 'family member',
    FRND: 'unrelated friend',
    FTH: 'father',
    GRFTH: 'grandfather',
    GRMTH: 'grandmother',
    GRPRN: 'grandparent',
    HUSB: 'husband',
    MAUNT: 'maternal aunt',
    MGRFTH: 'maternal grandfather',
    MGRMTH: 'maternal grandmother',
    MTH: 'mother',
    MUNCLE: 'maternal uncle',
    NBRO: 'natural brother',
    NFTH: 'natural father',
    NMTH: 'natural mother',
    NSIS: 'natural sister',
    PAUNT: 'paternal aunt',
    PGRFTH: 'paternal grandfather',
    PGRMTH: 'paternal grandmother',
    PRN: 'parent',
    PUNCLE: 'paternal uncle',
    SIB: 'sibling',
    SIS: 'sister',
    SON: 'natural son',
    SONC: 'son',
    SPS: 'spouse',
    WIFE: 'wife',
  },
  '0074': {
    AU: 'Audiology',
    BG: 'Blood Gases',
    BLB: 'Blood Bank',
    CH: 'Chemistry',
    CP: 'Cytopathology',
    CT: 'CAT Scan',
    CUS: 'Cardiac Ultrasound',
    EC: 'Electrocardiac',
    GE: 'Genetics',
    HM: 'Hematology',
    ICU: 'Bedside ICU Monitoring',
    IMM: 'Immunology',
    LAB: 'Laboratory',
    MB: 'Microbiology',
    MCB: 'Mycobacteriology',
    MYC: 'Mycology',
    NMR: 'Nuclear Magnetic Resonance',
    NMS: 'Nuclear Medicine Scan',
    OTH: 'Other',
    PAT: 'Pathology',
    PHR: 'Pharmacy',
    RAD: 'Radiology',
    RUS: 'Radiology Ultrasound',
    SP: 'Surgical Pathology',
    SR: 'Serology',
    TX: 'Toxicology',
    VUS: 'Vascular Ultrasound',
    XRC: 'Cineradiograph',
  },
  '0131': {
    C: 'Emergency Contact',
    E: 'Employer',
    F: 'Federal Agency',
    I: 'Insurance Company',
    N: 'Next-of-Kin',
    O: 'Other',
    S: 'State Agency',
    U: 'Unknown',
  },
  '0136': { N: 'No', Y: 'Yes' },
  '0443': { AP: 'Administering Provider', OP: 'Ordering Provider' },
  'location-physical-type': {
    area: 'Area',
    bd: 'Bed',
    bu: 'Building',
    ca: 'Cabinet',
    co: 'Corridor',
    ho: 'House',
    jdn: 'Jurisdiction',
    lvl: 'Level',
    rd: 'Road',
    ro: 'Room',
    si: 'Site',
    ve: 'Vehicle',
    vi: 'Virtual',
    wa: 'Ward',
    wi: 'Wing',
  },
  'organization-type': {
    bus: 'Non-Healthcare Business or Corporation',
    cg: 'Community Group',
    dept: 'Hospital Department',
    edu: 'Educational Institute',
    govt: 'Government',
    ins: 'Insurance Company',
    other: 'Other',
    pay: 'Payer',
    prov: 'Healthcare Provider',
    team: 'Organizational team',
  },
  'discharge-disposition': {
    aadvice: 'Left against advice',
    'alt-home': 'Alternative home',
    exp: 'Expired',
    home: 'Home',
    hosp: 'Hospice',
    long: 'Long-term care',
    oth: 'Other',
    'other-hcf': 'Other healthcare facility',
    psy: 'Psychiatric hospital',
    rehab: 'Rehabilitation',
    snf: 'Skilled nursing facility',
  },
  'admit-source': {
    born: 'Born in hospital',
    emd: 'From accident/emergency department',
    gp: 'General Practitioner referral',
    'hosp-trans': 'Transferred from other hospital',
    mp: 'Medical Practitioner/physician referral',
    nursing: 'From nursing home',
    other: 'Other',
    outp: 'From outpatient department',
    psych: 'From psychiatric hospital',
    rehab: 'From rehabilitation facility',
  },
} as const satisfies Record<string, DisplayList>;

const systemTables: ReadonlyMap<string, CodeTable> = new Map(
  Object.entries(systems).map(([name, table]) => [name, tableOf(table)]),
);
const tables = new Map<string, CodeTable>();

function tableOf(displays: DisplayList): CodeTable {
  return new Map(Object.entries(displays));
}

/** Found once per system: senders name few of them, but in every resource. */
function tableFor(system: string): CodeTable {
  const name = system.slice(Math.max(system.lastIndexOf('/'), system.lastIndexOf(':')) + 1).replace(/^v[23]-/, '');
  const own = system.endsWith('bcp:47') || system.endsWith('/languages') ? languages : systemTables.get(name);
  const table = own ?? (system.includes('hl7.org') ? words : none);
  if (tables.size < maximumSystems) tables.set(system, table);
  return table;
}

const maximumSystems = 1000;
