// English words for what is asked back: dose, route, place, who, why …
import type { Vocabulary } from './vocabulary.ts';

/** What is asked back of a fact, and its words: `Vocabulary.asked`. */
export const englishAsked: Vocabulary['asked'] = [
  {
    role: 'gender',
    pattern:
      '\\bgender\\b|\\bsex\\b|male or (?:a )?female|female or (?:a )?male|man or (?:a )?woman|woman or (?:a )?man|\\b(?:a man|a woman)\\b|\\bm or f\\b|\\bm/f\\b|\\bboy or (?:a )?girl\\b',
  },
  {
    role: 'social security number',
    pattern: 'social security(?: number)?|\\bssn\\b',
  },
  { role: 'driver license', pattern: "driver(?:'s|s)? licen[cs]e(?: number)?" },
  { role: 'passport', pattern: '\\bpassport(?: number)?\\b' },
  {
    role: 'medical record number',
    pattern:
      '\\bmrns?\\b|(?:medical|hospital|chart|health) ?record (?:number|no|id)|\\bhospital number\\b|\\bnhs number\\b',
  },
  {
    role: 'identifier',
    pattern: 'identifiers?\\b|\\bpatient ?ids?\\b|\\bpatient (?:number|no)\\b|\\b(?:my|his|her|their|the) id\\b',
  },
  { role: 'phone', pattern: '\\b(?:tele)?phone\\b|\\bmobile\\b|\\bcell(?:phone)? number\\b|\\bcontact number\\b' },
  { role: 'email', pattern: '\\be-?mail\\b' },
  { role: 'address.city', pattern: '\\b(?:city|town)\\b' },
  { role: 'address.state', pattern: '\\b(?:which|what|home) state\\b|\\bstate of residence\\b' },
  { role: 'address.postalCode', pattern: '\\bzip(?: ?code)?\\b|\\bpost(?:al ?)?code\\b' },
  { role: 'address.country', pattern: '\\bcountry\\b' },
  { role: 'address', pattern: '\\baddress\\b|where (?:does|do) .* live\\b|\\breside(?:s|nce)?\\b' },
  {
    role: 'name',
    pattern:
      "(?:patient(?:'s)?|full|first|last|family|given) name\\b(?! of)|\\b(?:my|his|her|their) name\\b|name of (?:the|this) patient|(?:patient|he|she) called\\b|^[~\\s]*name\\W*$",
  },
  {
    role: 'age-of-person',
    pattern:
      "\\bhow old (?:when|at)\\b|\\bhow old (?:was|were|is|am|are|would|will) (?:i|he|she|they|you|the (?:patient|pt)|this patient|patient|pt|_+\\S*)(?=[\\s?.]|$)|\\b(?:at )?(?:what|which) age\\b|\\bage (?:at|when|of|at the time of)\\b|\\b(?:patient|pt|his|her|my|their)(?:['’]s)? (?:current )?age\\b|_['’]s (?:current )?age\\b|^\\W*(?:current )?age\\W*$",
  },
  { role: 'birthDate', pattern: 'birth ?dates?|date of birth|\\bdob\\b|\\bborn\\b|birthday|birth date' },
  { role: 'maritalStatus', pattern: 'marital|\\bmarried\\b|civil status|\\bdivorced\\b|\\bwidow(?:ed|er)?\\b' },
  { role: 'race', pattern: '\\brace\\b|\\bracial\\b' },
  { role: 'ethnicity', pattern: 'ethnic\\w*' },
  { role: 'communication.language', pattern: '\\blanguages?\\b' },
  {
    role: 'deceased',
    pattern:
      '\\bdeceased\\b|\\b(?:died|die|dies)\\b|pass(?:ed)? away|(?<!cause of )\\bdeath\\b|\\balive\\b|\\bdead\\b|\\bliving or dead\\b|\\bmortality\\b',
  },
  {
    role: 'class',
    pattern:
      'admission (?:type|category|class|kind)|(?:type|class|kind|category|nature) of (?:(?:the|his|her|my|last|first|latest|hospital|~+) )*admission|admi\\w+ (?:types?|class)|what (?:type|class) .*admi\\w+',
  },
  {
    role: 'admit-source',
    pattern:
      'admission (?:source|route|location)|admit source|where .* admitted from|came from|come from|referred from|admitted (?:to (?:the )?hospital )?from where|from where .* admitted|admitted.*from where',
  },
  {
    role: 'discharge',
    pattern:
      'discharge (?:disposition|destination|location|status)|discharged to|where .* discharged|where (?:did|do) .* (?:go|sent)\\b.* (?:after|from|following)|where .* (?:sent|released) (?:to )?after|disposition',
  },
  {
    role: 'place',
    pattern:
      '(?<!intensive )(?<!critical )care ?units?|\\bwards?\\b|departments?|which unit|what unit|location|\\bwhere (?:was|were|am|is) .*\\b(?:located|placed)\\b',
  },
  { role: 'organism', pattern: 'organisms?|bacteri(?:a|um)|microbes?|germs?|pathogens?|what grew|isolates?' },
  { role: 'polarity', pattern: '\\b(?:positive|negative|reactive)\\b' },
  {
    role: 'finding',
    pattern: '\\b(?:positive|negative|detected|found|isolated|identified|reactive)\\b|\\bgr(?:ow|ows|ew|own|owth)\\b',
  },
  { role: 'specimen', pattern: '(?:what|which) cultures?\\b|specimens?|\\bsamples?\\b|source of the culture' },
  {
    role: 'route',
    pattern:
      '(?:what|which|the|by) (?:\\w+ )?route\\b|\\broute of\\b|\\broute\\s*\\??\\s*$|route of administration|how .* (?:given|administered)',
  },
  {
    role: 'frequency',
    pattern: 'how often .*tak|frequency of (?:the )?(?:dose|drug|med)|dosing (?:schedule|frequency)',
  },
  {
    role: 'reason',
    pattern:
      '\\bwhy\\b|\\breasons?\\b|\\bindications?\\b|what (?:is|was|are|were|am|do|did|does)\\b.* for\\s*\\??\\s*$|what .* (?:used|taken) for\\b|what for\\b|(?:what|which) (?:problem|condition|disease|illness|diagnosis)\\b.*\\bfor\\s*\\??\\s*$',
  },
  {
    role: 'performer',
    pattern: '\\bwho\\b|which (?:doctor|physician|provider|practitioner|clinician|surgeon)|\\bby whom\\b',
  },
  {
    role: 'class',
    pattern:
      '(?:class|type|kind) of (?:~+|(?:the |my |his |her |a )*(?:\\w+ ){0,2}?(?:visit|encounter|stay)s?)(?=[~\\s?.,]|$)',
  },
  { role: 'criticality', pattern: '\\bcriticality\\b|\\bhow (?:critical|serious|dangerous)\\b' },
  { role: 'severity', pattern: '\\bseverity\\b|\\bhow (?:severe|bad)\\b' },
  {
    role: 'reaction',
    pattern:
      '\\b(?:what|which) (?:\\w+ )?reactions?\\b|(?<!\\b(?:any|adverse|allergic) )\\breactions?\\b|how .* \\breacts?\\b|what happens when',
  },
  { role: 'outcome', pattern: '\\boutcomes?\\b' },
  {
    role: 'organization',
    pattern:
      '\\b(?:what|which) (?:hospital|clinic|facility|organi[sz]ation|institution)\\b|name of the (?:hospital|clinic|facility)',
  },
  { role: 'payer', pattern: '\\binsur(?:ance|er|ers)\\b|\\bpayers?\\b|who pa(?:id|ys)\\b' },
  { role: 'manufacturer', pattern: '\\bmanufacturers?\\b|\\bwho ma(?:de|kes)\\b' },
  { role: 'body-site', pattern: 'body site|which side|what site' },
  { role: 'status', pattern: '\\bstatus\\b' },
  {
    role: 'which-status',
    pattern:
      '\\b(?:active|ongoing|resolved|inactive|completed|stopped|discontinued|cancelled|on hold|finished|current)(?:, \\w+)* or (?:already |still )?(?:active|ongoing|resolved|inactive|completed|stopped|discontinued|cancelled|on hold|finished|past)\\b',
  },
  {
    role: 'done',
    pattern:
      '\\b(?:any|was|were|did|has|have|had)\\b.*\\b(?:measured|checked|tested|taken|drawn|done|performed|obtained|results?|readings?|measurements?|values?|check|measure|test)\\b',
  },
  { role: 'any', pattern: '\\bany\\b' },
  {
    role: 'going-on',
    pattern:
      '\\bhow long (?:has|have)\\b.*\\b(?:had|been (?:on|taking|using|having|suffering|living|allergic|diagnosed))\\b|\\bfor how long (?:has|have)\\b.*\\b(?:had|been (?:on|taking|using))\\b',
  },
  {
    role: 'takes',
    pattern:
      '\\b(?:do|does) (?:i|he|she|they|the patient|patient|pt|_+\\S*) (?:currently |now |usually )?take\\b|\\b(?:he|she|patient|pt) takes\\b|\\b(?:is|am|are) (?:i|he|she|they|the patient|patient|pt|_+\\S*) (?:on|taking)\\b',
  },
  { role: 'longest', pattern: '\\blongest\\b' },
  { role: 'shortest', pattern: '\\bshortest\\b' },
  {
    role: 'begin',
    pattern:
      '\\b(?:start(?:s|ed|ing)?|beg[aiu]n(?:s|ning)?|begun|onset|since when|initiat\\w+|commenc\\w+|put (?:\\S+ ){0,3}?on|come down with|diagnosed|discovered|detected|identified|noticed|appear(?:s|ed)?|found out)\\b',
  },
  {
    role: 'end',
    pattern:
      'discharg\\w*|depart(?!ment)\\w*|\\bleav(?:e|es|ing)\\b|\\bleft\\b|\\bend(?:s|ed|ing)?\\b|\\bstop(?:s|ped|ping)?\\b|discontinu\\w+|resol(?:ve[ds]?|ution)|clear(?:s|ed)? up|g[eo]t rid of|over with|\\bover\\s*\\?*\\s*$|recover\\w*|abat\\w+|g[eo]t over|go(?:es|ne)? away|went away|heal(?:ed)?\\b|go(?:ne)? home|sent home|g[eo]t(?:ting)? out|out of the hospital|released',
  },
  {
    role: 'drug',
    pattern:
      "(?:what|which)(?:'s| is| was| were| are)? (?:the |my |his |her |_+\\S* )*(?:name of )?(?:\\w+ ){0,2}?(?:drug|medication|medicine|pharmaceutical agent|prescription|med)s?\\b(?! (?:time|date))|names? (?:of|for) (?:\\w+ ){0,3}?(?:drug|medication|medicine|pharmaceutical agent|med)s?\\b|(?:drug|medication|medicine) (?:name|called)",
  },
  {
    role: 'counted-drug',
    pattern: '(?:how many|number of|count of|count|different|many) (?:\\w+ ){0,3}?(?:drug|medication|medicine|med)s\\b',
  },
  { role: 'amount', pattern: '\\bvolumes?\\b|\\bamounts?\\b|how much|\\bquantit(?:y|ies)\\b' },
  {
    role: 'name-of',
    pattern: '\\bnames?\\b|\\bcalled\\b|\\b(?:what|which) (?:\\w+ )?(?:outputs?|tests?|labs?|vitals?)\\b|\\btype of\\b',
  },
  { role: 'value-of', pattern: '\\bvalues?\\b|\\blevels?\\b|\\bresults?\\b|\\bamount\\b|\\bvolume\\b|how much' },
  { role: 'dose', pattern: '\\bdos(?:e|es|age|ages|ed)\\b|how much|\\bamount\\b|\\bstrength\\b|what quantity' },
];
