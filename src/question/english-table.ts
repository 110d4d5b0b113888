// The English of questions to a record: time, visits, operations, kinds. Data of this project, CC0.

import { englishSynonyms } from './english-synonym-table.ts';
import type { Vocabulary } from './vocabulary.ts';

export const english: Vocabulary = {
  language: 'en',
  markers: [
    'the',
    'what',
    'when',
    'was',
    'is',
    'did',
    'has',
    'have',
    'how',
    'of',
    'patient',
    'my',
    'any',
    'which',
    'for',
    'were',
    'been',
    'last',
    'first',
    'does',
    'do',
    'list',
    'show',
  ],
  dateOrder: 'month-first',
  numbers: {
    a: 1,
    an: 1,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    'a couple of': 2,
    'couple of': 2,
    'a dozen': 12,
  },
  ordinals: {
    first: 1,
    '1st': 1,
    second: 2,
    '2nd': 2,
    third: 3,
    '3rd': 3,
    fourth: 4,
    '4th': 4,
    fifth: 5,
    '5th': 5,
    sixth: 6,
    '6th': 6,
  },
  units: {
    second: ['seconds?', 'secs?'],
    minute: ['minutes?', 'mins?'],
    hour: ['hours?', 'hrs?'],
    day: ['days?'],
    week: ['weeks?', 'wks?'],
    month: ['months?'],
    year: ['years?', 'yrs?', 'calendar year'],
  },
  months: [
    ['january', 'jan'],
    ['february', 'feb'],
    ['march', 'mar'],
    ['april', 'apr'],
    ['may'],
    ['june', 'jun'],
    ['july', 'jul'],
    ['august', 'aug'],
    ['september', 'sept', 'sep'],
    ['october', 'oct'],
    ['november', 'nov'],
    ['december', 'dec'],
  ],
  time: {
    since: [
      'ever since',
      'since',
      'starting(?: from| in| on)?',
      'beginning(?: in| on| from)?',
      'from',
      'as of',
      'on or after',
      'no earlier than',
      'not before',
    ],
    until: [
      'up until',
      'until',
      'till',
      'up to',
      'through(?! the)',
      'to',
      'by',
      'on or before',
      'as late as',
      'no later than',
    ],
    before: ['prior to', 'before', 'earlier than', 'preceding'],
    after: ['after', 'later than', 'following'],
    during: [
      'during',
      'in',
      'on',
      'at',
      'within',
      'throughout',
      'for',
      'over',
      'of',
      'across',
      'dated',
      'from within',
      'from',
      'around',
    ],
    between: ['between', 'from', 'in between'],
    and: ['and', 'to', 'until', 'till', 'through', 'up to'],
    fillers: [
      'the',
      'all of',
      'year',
      'month of',
      'month',
      'date',
      'day',
      'time',
      'course of',
      'period',
      'about',
      'approximately',
      'whole',
      'entire',
      'end of',
      'start of',
      'beginning of',
    ],
    this: 'this|the current|current',
    last: 'last|the last|the previous|previous|prior|preceding',
    past: 'last|the last|past|the past|previous|the previous|preceding|most recent',
    today: ['today', 'this day', 'tonight', 'this morning', 'this afternoon', 'this evening'],
    yesterday: ['yesterday'],
    templates: {
      ago: ['{n} {unit} ago', '{n} {unit} back', '{n} {unit} earlier', '{n} {unit} before (?:now|today)'],
      pastUnits: ['{past} {n} {unit}'],
      pastUnit: ['(?:the )?past {unit}'],
      thisUnit: ['{this} {unit}'],
      lastUnit: ['{last} {unit}'],
      monthOfYear: ['{monthNumber}\\s?/\\s?{yearref}', '{month}\\.?,? (?:of )?{yearref}', '{yearref} {month}'],
      dayOfMonth: ['{monthref}\\s?/\\s?{day}', '(?:the )?{day} of {monthref}'],
      dayOfMonthName: [
        '{monthNumber}\\s?/\\s?{day}\\s?/\\s?{yearref}',
        '{month}\\.? {day},? (?:of )?{yearref}',
        '(?:the )?{day} (?:of )?{month}\\.?,? (?:of )?{yearref}',
      ],
    },
  },
  visits: {
    nouns: [
      'visits?',
      'encounters?',
      'stays?',
      'admissions?',
      'hospitali[sz]ations?',
      'inpatient',
      'appointments?',
      'consultations?',
      'consults?',
      'trips?',
      'episodes?',
      'contacts?',
    ],
    hospital: ['hospital', 'inpatient', 'in-patient', 'in-hospital', 'admission'],
    icu: ['icu', 'intensive care(?: unit)?', 'critical care(?: unit)?'],
    emergency: ['emergency(?: room| department| ward)?', 'er', 'ed', 'a&e', 'casualty'],
    outpatient: [
      'outpatient',
      'out-patient',
      'ambulatory',
      'clinic',
      'office',
      'gp',
      'doctor',
      'primary care',
      'wellness',
      'check-?up',
    ],
    current: ['current', 'this', 'this current', 'present', 'ongoing', 'this present', 'most current'],
    now: ['currently', 'right now', 'at present'],
    hospitalNouns: ['hospitali[sz]ations?', 'admissions?', 'inpatient'],
    outpatientNouns: ['appointments?', 'consultations?', 'consults?'],
    determiners: [
      'the',
      'his',
      'her',
      'their',
      'my',
      'our',
      'your',
      'its',
      'a',
      'an',
      'that',
      'very',
      "patient's",
      'all',
      'any',
    ],
    joints: ['in', 'to', 'at', 'on', 'into', 'inside', 'within', 'of'],
  },
  toLast: '(?:to|from|before)(?: the)? last',
  nextTo: 'next',
  penultimate: ['penultimate', 'last but one', 'one before last'],
  first: [
    'first',
    'earliest',
    'initial',
    'initially',
    'oldest',
    'very first',
    'for the first time',
    'first ever',
    '1st',
  ],
  last: [
    'last',
    'latest',
    'most recent',
    'most recently',
    'final',
    'finally',
    'newest',
    'lately',
    'recent',
    'recently',
    'for the last time',
    'previous',
    'previously most',
  ],
  operations: [
    {
      operation: 'elapsed',
      pattern:
        'how (?:many|much) (?:seconds|minutes|hours|days|weeks|months|years|time)\\b.*\\b(?:passed|elapsed|since|gone by|been|ago)\\b',
    },
    {
      operation: 'elapsed',
      pattern: 'since\\b.*\\bhow (?:many|much) (?:seconds|minutes|hours|days|weeks|months|years|time)\\b',
    },
    {
      operation: 'elapsed',
      pattern:
        'how long (?:ago|since|has it been|is it)\\b|how long has (?:it|passed)|time (?:elapsed|passed) since|(?:seconds|minutes|hours|days|weeks|months|years) (?:elapsed )?since',
    },
    {
      operation: 'duration',
      pattern:
        'how long\\b|length of (?:the |his |her |their |my |that |last |first )*(?:\\w+ )?(?:stay|visit|admission|hospitali[sz]ation|encounter|time)|duration|\\blos\\b|length (?:in|of)|(?:icu|hospital) (?:stay )?length|stay length|how many (?:days|hours|nights|weeks) (?:did|was|were|long|has|have|spent|in)\\b|days spent',
    },
    { operation: 'age', pattern: '\\bhow old\\b|\\bage\\b(?! of onset)' },
    {
      operation: 'count',
      pattern:
        'how many|number of|\\bcounts?\\b|\\bcounting\\b|how often|how frequently|\\btimes\\b.*\\bhow many|total number|tally|# of|quantity of (?:times|visits)|(?:calculate|compute|determine) (?:the )?(?:number|count)',
    },
    {
      operation: 'mean',
      pattern: '\\baverage\\b|\\bmean\\b(?! (?:arterial|blood))|\\bavg\\b|on average|\\btypical\\b',
    },
    { operation: 'median', pattern: '\\bmedian\\b' },
    { operation: 'min', pattern: '\\bminimum\\b|\\bmin\\b|\\blowest\\b|\\bsmallest\\b|\\bleast\\b' },
    { operation: 'max', pattern: '\\bmaximum\\b|\\bmax\\b|\\bhighest\\b|\\bpeak\\b|\\bgreatest\\b|\\blargest\\b' },
    {
      operation: 'difference',
      pattern: '\\bdifference\\b|\\bchanged?\\b(?!.*dressing)|compared (?:to|with)|how much (?:more|less|higher|lower)',
    },
    { operation: 'trend', pattern: '\\btrend\\w*|over time|\\btrajectory|\\bprogression|\\brising\\b|\\bfalling\\b' },
    {
      operation: 'sum',
      pattern:
        '\\btotal\\b|\\bsum\\b|\\baccumulated\\b|\\bcumulative\\b|\\baltogether\\b|\\ball in all\\b|\\bin total\\b|\\boverall (?:amount|volume)|\\badded up\\b|add up|\\bcombined\\b',
    },
    {
      operation: 'when',
      pattern:
        '\\bwhen\\b|(?:what|which) (?:was|is|were|are|of) (?:the |my |his |her |their |patient\\S* |_+\\S* )*(?:very )?(?:first|last|latest|earliest|most recent) (?:recorded |ever )?(?:time|occasion|instance|date|timing|occurrence)|(?:first|last) occurrence of|what (?:time|date|day)|which (?:date|day|year|month)|\\bwhat (?:year|month)\\b|at what (?:time|point)|(?:the )?(?:exact )?(?:date|dates|time|times|timing|timings|timestamp|moment|day|instance|instances|occasion|occurrence)s? (?:of|for|when|that|at which|on which)|on (?:what|which) (?:date|day)|(?:admission|discharge|procedure|prescription|test|event) (?:date|time|timing)s?|\\b(?:first|last) (?:time|timing|occasion|instance|date)\\b.*\\b(?:when|date)\\b|\\bhow recently\\b|\\bhow recent\\b',
    },
    {
      operation: 'exists',
      pattern:
        '^[_\\s,]*(?:please |can you |could you |i want to know |tell me |do you know )*(?:if|whether|has|have|had|did|does|do(?! you know)|is|are|was|were|any|ever|am)\\b',
    },
    {
      operation: 'exists',
      pattern:
        '\\b(?:whether|verify|confirm|check (?:if|whether|for)|determine if|see if|find out if|know if|tell me if|tell if|is it true|is there|are there|was there|were there|has there|have there|did|any (?:record|evidence|history|sign|documentation) of|ever (?:had|been|received|taken|undergone)|presence of)\\b',
    },
    {
      operation: 'list',
      pattern:
        '^(?:please )?(?:list|enumerate|name all)\\b|\\b(?:list|all (?:the|of|my)?|which|every|each|enumerate|what (?:are|were)|show (?:me )?all)\\b',
    },
  ],
  kinds: [
    {
      kind: 'microbiology',
      words: ['micro ?biolog(?:y|ical|ic|ically)', 'culture tests?', 'micro tests?', 'cultures'],
    },
    { kind: 'susceptibility', words: ['susceptib\\w+', 'antibiogram', 'resistan(?:t|ce)', 'sensitivit(?:y|ies)'] },
    {
      kind: 'organism',
      words: ['organisms?', 'bacteri(?:a|um)', 'microbes?', 'microorganisms?', 'germs?', 'pathogens?', 'isolates?'],
      weak: ['bugs?', 'grew', 'growth'],
    },
    { kind: 'output', words: ['outputs?', 'output events?', 'fluid out', 'drained'] },
    { kind: 'intake', words: ['intakes?', 'fluid input', 'fluids? in'] },
    {
      kind: 'laboratory',
      words: [
        'lab(?:oratory)?(?: tests?| results?| values?| work| measurements?)?',
        'labs',
        'blood ?work',
        'blood tests?',
      ],
    },
    { kind: 'vital-sign', words: ['vital(?: sign)?s?', 'vitals'] },
    { kind: 'allergy', words: ['allerg\\w+', 'intoleran\\w+', 'adverse reactions?'] },
    { kind: 'immunization', words: ['immuni[sz]\\w+', 'vaccin\\w+', 'shots?', 'jabs?', 'boosters?'] },
    { kind: 'dispense', words: ['dispens\\w+', 'pharmacy fills?'] },
    {
      kind: 'medication',
      words: [
        'prescri\\w+',
        'medications?',
        'medicines?',
        'drugs?',
        'meds?',
        'rx',
        'pharmaceutical(?: agents?)?',
        'doses?',
        'dosages?',
        'dosed',
        'pills?',
        'tablets?',
        'medicated',
      ],
      weak: ['taking', 'orders?', 'ordered', 'administered', 'given', 'treated with', 'route', 'on any', 'refills?'],
    },
    {
      kind: 'procedure',
      words: ['procedures?', 'operations?', 'operated', 'surger(?:y|ies)', 'surgical\\w*', 'interventions?'],
      weak: [
        'undergo(?:ne|ing)?',
        'underwent',
        'treatments?',
        'performed',
        'performance of',
        'subjected to',
        'carried out',
        'done',
      ],
    },
    {
      kind: 'condition',
      words: [
        'diagnos(?!tic)\\w+',
        'conditions?',
        'diseases?',
        'problems?',
        'illness(?:es)?',
        'disorders?',
        'comorbidit\\w+',
        'medical history',
        'suffer(?:s|ed|ing)?',
        'ailments?',
      ],
      weak: ['found to have', 'history of', 'told (?:me|him|her|them)'],
    },
    {
      kind: 'careunit',
      words: [
        'care ?units?',
        'wards?',
        'hospital units?',
        'which unit',
        'what unit',
        'unit transfers?',
        'departments?',
      ],
    },
    { kind: 'specimen', words: ['specimens?', 'samples?'] },
    {
      kind: 'report',
      words: ['diagnostic reports?', 'reports?', 'imaging(?: stud(?:y|ies))?', 'radiology', 'panels?'],
    },
    { kind: 'care-plan', words: ['care ?plans?'] },
    { kind: 'goal', words: ['goals?'] },
    { kind: 'device', words: ['devices?', 'implants?'] },
    { kind: 'document', words: ['documents?', 'notes?', 'letters?'] },
    { kind: 'claim', words: ['claims?', 'bills?'] },
    { kind: 'icu-visit', words: ['icu', 'intensive care(?: units?)?', 'critical care(?: units?)?'] },
    {
      kind: 'emergency-visit',
      words: [
        'emergency (?:room|department|ward|care|visit|encounter)s?',
        'emergenc(?:y|ies)',
        'er',
        'a&e',
        'casualty',
      ],
    },
    {
      kind: 'outpatient-visit',
      words: ['out-?patient', 'ambulatory', 'clinic', 'appointments?', 'check-?ups?', 'consultations?', 'consults?'],
    },
    {
      kind: 'hospital-visit',
      words: ['hospitali[sz]\\w*', 'admi(?:t|ts|tted|tting|ssion|ssions)', 'discharg\\w+', 'in-?patient', 'hospitals?'],
    },
    { kind: 'visit', words: ['visits?', 'visited', 'encounters?', 'stays?', 'stayed', 'seen by', 'episodes? of care'] },
    {
      kind: 'observation',
      words: ['observations?', 'measurements?', 'measured', 'readings?'],
      weak: ['results?', 'values?', 'levels?', 'tests?', 'tested', 'scores?'],
    },
    {
      kind: 'patient',
      words: [
        'gender',
        'sex',
        'male or female',
        'birth ?dates?',
        'date of birth',
        'dob',
        'born',
        'birthdays?',
        'how old',
        'age',
        'marital(?: status)?',
        'married',
        'ethnicit\\w+',
        'race',
        'languages?',
        'deceased',
        'died',
        'death',
        'alive',
        'mrn',
      ],
    },
  ],
  asked: [
    { role: 'gender', pattern: '\\bgender\\b|\\bsex\\b|male or female|\\b(?:a man|a woman)\\b' },
    { role: 'birthDate', pattern: 'birth ?dates?|date of birth|\\bdob\\b|\\bborn\\b|birthday|birth date' },
    { role: 'maritalStatus', pattern: 'marital|\\bmarried\\b|civil status' },
    { role: 'race', pattern: '\\brace\\b|\\bracial\\b' },
    { role: 'ethnicity', pattern: 'ethnic\\w*' },
    { role: 'communication.language', pattern: '\\blanguages?\\b' },
    { role: 'deceased', pattern: '\\bdeceased\\b|\\bdied\\b|\\bdeath\\b|\\balive\\b|\\bdead\\b' },
    {
      role: 'class',
      pattern: 'admission type|type of (?:hospital )?admission|admi\\w+ types?|kind of admission|what type .*admi\\w+',
    },
    {
      role: 'admit-source',
      pattern: 'admission (?:source|route|location)|admit source|where .* admitted from|came from|referred from',
    },
    {
      role: 'discharge',
      pattern: 'discharge (?:disposition|destination|location|status)|discharged to|where .* discharged',
    },
    { role: 'place', pattern: '(?<!intensive )(?<!critical )care ?units?|\\bwards?\\b|departments?|which unit|what unit|location' },
    { role: 'organism', pattern: 'organisms?|bacteri(?:a|um)|microbes?|germs?|pathogens?|what grew|isolates?' },
    { role: 'specimen', pattern: 'specimens?|\\bsamples?\\b|source of the culture' },
    {
      role: 'route',
      pattern: '(?:what|which|the|by) (?:\\w+ )?route\\b|route of administration|how .* (?:given|administered)',
    },
    {
      role: 'frequency',
      pattern: 'how often .*tak|frequency of (?:the )?(?:dose|drug|med)|dosing (?:schedule|frequency)',
    },
    { role: 'reason', pattern: '\\bwhy\\b|\\breason\\b|\\bindication\\b' },
    {
      role: 'performer',
      pattern: '\\bwho\\b|which (?:doctor|physician|provider|practitioner|clinician|surgeon)|\\bby whom\\b',
    },
    {
      role: 'class',
      pattern: 'class of (?:the )?(?:visit|encounter)|type of (?:visit|encounter)|kind of (?:visit|encounter)',
    },
    { role: 'body-site', pattern: 'body site|which side|what site' },
    { role: 'status', pattern: '\\bstatus\\b' },
    {
      role: 'end',
      pattern:
        'discharg\\w*|depart\\w*|\\bleave\\b|\\bleft\\b|\\bend(?:ed|ing)?\\b|\\bstop(?:ped)?\\b|resolve(?:d)?|go(?:ne)? home|released',
    },
    {
      role: 'drug',
      pattern:
        '(?:what|which|name (?:of|for)|identify|identity of|medication name|drug name|list|the) (?:\\w+ ){0,4}?(?:drug|medication|medicine|pharmaceutical agent|prescription|med)s?\\b|(?:drug|medication|medicine) (?:name|called)',
    },
    { role: 'name-of', pattern: '\\bnames?\\b|\\bcalled\\b|\\bwhich (?:output|test|lab|vital)|\\btype of\\b' },
    { role: 'value-of', pattern: '\\bvalues?\\b|\\blevels?\\b|\\bresults?\\b|\\bamount\\b|\\bvolume\\b|how much' },
    { role: 'dose', pattern: '\\bdos(?:e|es|age|ages|ed)\\b|how much|\\bamount\\b|\\bstrength\\b|what quantity' },
  ],
  negation: [
    'never',
    'not',
    "n't",
    'without',
    'no longer',
    'neither',
    'nor',
    'lack(?:s|ed|ing)?',
    'absence of',
    'except',
    'other than',
    'excluding',
  ],
  bad: {
    population: [
      'how many patients',
      'number of patients',
      'which patients',
      'all patients',
      'patients with',
      'other patients',
      'cohort',
      'across patients',
      'each patient',
      'every patient',
    ],
    instruction: [
      'ignore (?:all|any|the|your|previous)',
      'disregard',
      'delete',
      'prescribe (?:me|him|her|them|the patient)',
      '(?:please )?(?:schedule|refill|cancel|update|send|email|place an order|book)(?= (?:a|an|the|my|his|her|their|me))',
      'system prompt',
      'you are now',
      'pretend',
      'act as',
    ],
    opinion: [
      'should (?:i|we|he|she|they|the patient)',
      'do you (?:think|recommend|believe)',
      'what would you',
      'is it safe',
      'prognosis',
      'will (?:i|he|she|they|the patient)',
      'what is the best',
      'why do i',
    ],
    several:
      '(?:\\band|;|, and|, also|\\balso|\\bplus)\\s+(?:also\\s+)?(?:what|when|how many|how much|how long|who|where|which|did|has|have|was|were|is there|are there|list|tell me)\\b',
  },
  stopWords: (
    '" "about "level "specifically # a able about above according accumulated accurate acquire acquired across actual actually add added administer ' +
    'administered administering administers administration admit admitted after afternoon again against aggregate aggregated ago ahead ain all allow almost ' +
    'alone along already also although altogether always am among amount amounts an and annual annually another answer answered answers any anyone anything ' +
    "anywhere apart appear appeared appears applied apply approximately are aren aren't around arrive arrived arriving as ask asked asking assess assessed " +
    'assign assigned associated at attend attended available average averaged away back bad based be bear became because become becomes bed been before ' +
    'began begin begun behind being believe below beside besides best better between beyond born borne both bottom bring brought but by calculate ' +
    "calculated calculates calendar call called calls came can can't care carried carry category cause caused causes cent century certain certainly change " +
    'changed changes changing chart charted charts check checked checking clarify class clinical clinician clinicians close closed combined come coming ' +
    'compare compared compares comparison complete compute computed computes concern concerned concerning conduct conducted conducts confirm confirmed ' +
    "confirms consider considered considering contain contained contains continue continued correct corresponding could couldn couldn't count counted " +
    'counting counts cumulative curious current currently d daily data database date dated dates day days dear decade decrease decreased default deliver ' +
    'delivered depart departed departing derive derived describe described detail detailed details detect detected detects determine determined determines ' +
    "determining diagnose diagnosed diagnosis did didn didn't die died differ difference different differs discharge discharged discover discovered display " +
    "displayed displays distinct do doctor doctors document documentation documented documents does doesn doesn't doing don don't done dosage dose doses " +
    'double down drop dropped drug drugs due duration during each earlier earliest early either elapsed else elsewhere encounter end ended ending enter ' +
    'entered entering entire entries entry episode establish established estimate estimated evaluate evaluated even evening event events ever every ' +
    'everything everywhere exact exactly except excluding exist existed existing exists experience experienced experiences experiencing explain explained ' +
    'exposed extract extracted face faced fall false far feel fell felt fetch few fewer figure figures file filed files final finally find finding finds ' +
    'finish finished first floor following for form formally forms forth forward forwards found from full gave generally get gets getting give given gives ' +
    "giving glad go goes going gone gonna good got gotten greatest grew group grow grown growth guess had hadn hadn't half happen happened happens happy " +
    "has hasn hasn't have haven haven't having he he's health healthcare hear heard held hello help helped helps her here here's hers herself hey hi " +
    "highest him himself his histories history hold hope hospital hospitals hour hourly hours how how's however i i'd i'll i'm i've id identified " +
    'identifies identify identifying if im in include included includes including increase increased indicate indicated indicates individual individuals ' +
    "info inform information initial initially instance instances instead interested into involve involved involves is isn isn't issue issued issues it " +
    "it's item items its itself ive just keep kept kind kindly kinds know known knows label largest last lasted late lately later latest lead learn learned " +
    'least leave leaving led left length less let lets level levels like liked likely line lines list listed listing lists little live lived living ll ' +
    'located location log logged long look looked looking lot lots love lowest m madam made mainly make makes making man manner many matter matters max ' +
    'maximum may maybe me mean means meant measure measured measurement measurements measures measuring median medical medication medications meet member ' +
    "met method midnight might min mine minimum minute minutes moment moments monitor monitored month month's monthly months more morning most mostly move " +
    'moved mrn much much-needed multiple multiples must mustn my myself name named names near nearby nearly need needed needn needs neither never new ' +
    'newest next night nights no none noon nor not note noted notes nothing now number numbers nurse nurses o observation observe observed observes ' +
    'observing obtain obtained occasion occasions occur occurred occurrence occurrences occurs of off offer offered officially often ok okay old older ' +
    'oldest on once one only onto open or order ordered orders other others ought our out outcome outcomes output outputs over overall own part particular ' +
    "particularly parts pass passed past patient patient's patients peak people per percent percentage perform performed performing performs perhaps period " +
    'periods person physician physicians place placed places plan planned please point points position positioned possible possibly precise precisely ' +
    'prescribe prescribed prescription presence present presently previous previously prior procedure procedures provide provided provider providers ' +
    'provides providing pull pulled put puts quantities quantity quarter query question questions ran range rate rather re read reading readings real ' +
    'really reason recall receive received receives receiving recent recently recollect record recorded recording records ref refer reference referred ' +
    'referring refers regarding register registered registers registration related release released relevant remain remained remember report reported ' +
    'reports request requested requests require required respect respective respectively result resulted resulting results retrieve retrieved return ' +
    'returned reveal revealed right rise room rose roughly route row rows run runs s said same saw say saying says schedule scheduled score search season ' +
    "second seconds see seem seemed seems seen send sent separate set sets several shall share she she's short should shouldn shouldn't show showing shown " +
    'shows since single sir size smallest so some someone something sometimes somewhere soon sorry sort sound sounds speak specific specifically specified ' +
    'specifies specify specimen specimens spend spending spent staff start started starting state stay stayed staying still stop stopped stuff subject ' +
    'subjected successfully such suffer suffered sum supplied supply sure surely system t take taken takes taking team tell telling term terms test tested ' +
    "testing tests than thank thanks that that's the their theirs them themselves then there there's therefore theres these they they're thing things think " +
    "third this those though thought through throughout thru time times timestamp timing timings title to today today's together told tomorrow tonight too " +
    'took top total totalled totals toward towards transfer transferred treat treated treating treatment trend tried true truly try trying turn turned ' +
    'turning turns twice type types unable under undergo undergoes undergoing undergone understand understood underwent unique unit units unless until up ' +
    'upon us use used uses using usually value values various ve verified verifies verify very via view viewed visit visited visiting volume volumes want ' +
    "wanted ward was wasn wasn't way ways we we're week weekend weekly weeks well went were weren weren't what what's whats when when's whens where where's " +
    "whether which while who who's whole whom whose why will wind wish with within without woman won't wonder wondering word words work worked would wouldn " +
    "wouldn't wrong y year year's yearly years yes yesterday yet you you're young your yours "
  )
    .trim()
    .split(' '),
  synonyms: englishSynonyms,
};
