import { formatMonth } from '../../../shared/format-date.ts'
import type { Phrase } from '../names/known-words.ts'

/** Words in capitals stand for phrases. Replaced in this order, each in one pass over the lower-case sentence. The rest is short
 *  enough to be compared as a whole. */
const PHRASES: readonly Phrase[] = [
  [/[’‘`]/g, "'"],
  [/["“”*]/g, ' '],
  [/\bthe same (?:day|date)\b/g, 'TODAY'],
  [/(?<=\d),(?=\d{3})/g, ''],
  [/\b(?:pursuant to|under|in (?:compliance|accordance) with) rule 144\b/g, 'HOW'],
  [
    /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec) \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b|\b(?:the date hereof)\b/g,
    'DAY',
  ],
  [/(?:\bsec )?(?:\brule )?\b10 ?\(?b\)?[ \p{Pd}]?5[ \p{Pd}]?\(?1\)?(?:\(c\))?(?:\(1\))?(?!\d)/gu, 'RULE'],
  [/(?:,? (?:of|under|pursuant to))? the (?:securities )?exchange act(?: of 1934)?(?:,? as amended)?/g, ''],
  [/\bsecurities (?:and|&) exchange commission\b/g, 'sec'],
  [/\$ ?\d+(?:\.\d+)?/g, 'USD'],
  [/\b\d+(?:\.\d+)?(?:\/\d+)?(?:th|st|nd|rd|%)?(?![\p{L}\d])/gu, 'NUM'],
  [/[()[\],]/g, ' '],
  [/\bshares? numbers\b/g, 'numbers'],
  [/(?<!\s)\s+/g, ' '],
  [
    /\b(?:the )?(?:reporting (?:person|owner)s?'s?|(?:holder|filer|undersigned)'s)|\b(?:his|her|their)\b/g,
    'HIS',
  ],
  [
    /\b(?:the )?(?:reporting (?:person|owner)s?|holder|filer|undersigned)\b|\b(?:mr|mrs|ms|dr) OWNER\b/g,
    'WHO',
  ],
  [/\b(?:the )?(?:issuer|company|corporation)'s?(?!\p{L})/gu, 'THEIRS'],
  [/\b(?:the )?(?:issuer|company|corporation)\b/g, 'ISSUER'],
  [/\b(?:volume[- ])?(?:weighted[- ])?average\b/g, 'AVERAGE'],
  [
    /\b(?:the )?(?:open[- ]market|market|nasdaq(?: (?:global(?: select)?|capital) market| stock market)?|nyse(?: american| arca)?|new york stock exchange)\b/g,
    'MARKET',
  ],
  [
    /\b(?:(?:that|which) (?:was|were) )?(?:previously |duly )?(?:adopted|entered into|established|executed|dated|in effect|effective)(?: and established)?(?: by (?:WHO|him|her|HIS (?:spouse|wife|husband))\b)?(?: (?:on|as of|in|since))? (?:DAY|TODAY|NUM)(?: (?:and )?(?:as )?(?:subsequently |further )?(?:amended|modified) (?:(?:on|as of) )?DAY)?/g,
    'ADOPTED',
  ],
  [
    /\b(?:(?:that|which) (?:was|were) )?(?:previously |duly )?(?:adopted|established|entered into) by (?:WHO|him|her)\b/g,
    'ADOPTED',
  ],
  [
    /\b(?:(?:an?|the|HIS|this|such|duly|written|pre-?existing|existing|pre-?arranged|pre-?established|previously|previously-adopted|adopted|established|ADOPTED|valid|automatic|predetermined) )*(?:stock |share |securities )?(?:trading |sales? |selling |purchase )?(?:plan )?RULE (?:stock |share |securities )?(?:trading |sales? |selling |purchase )?(?:plan|arrangement|instruction)s?\b(?!')/g,
    'PLAN',
  ],
  [
    /\b(?:an?|the|HIS) (?:(?:pre-?arranged|pre-?established|written|existing) )*(?:trading|sales?) plan(?= ADOPTED| (?:that|which) is (?:intended|designed) to| intended to| designed to)/g,
    'SCHEME',
  ],
  [
    / (?:(?:that|which) (?:is|was|are|were) )?(?:intended|designed) to (?:comply with|satisfy|qualify under|meet)(?: the)?(?: affirmative defense)?(?: conditions| requirements)?(?: of)? RULE/g,
    ' COMPLIANT',
  ],
  [/\bSCHEME COMPLIANT\b/g, 'PLAN'],
  [/\bPLAN(?: (?:ADOPTED|COMPLIANT|previously|and))+/g, 'PLAN'],
  [/(?: entered into)? in accordance with THEIRS insider trading policy/g, ''],
  [/\b(?:pursuant to|under|in accordance with|through|according to|as part of|per) PLAN\b/g, 'BYPLAN'],
  [
    /\b(?:for the purpose of an orderly sale of shares )?related to the exercises? of options scheduled to expire in NUM/g,
    'WHY',
  ],
]

const EQUITY: readonly Phrase[] = [
  [
    /\b(tax(?:es)?(?: \w+){0,12}) pursuant to (?:an?|HIS) (?:(?:irrevocable|standing|prior|automatic) )*(?:election|instruction)s?(?: (?:made|given) by WHO)?/g,
    '$1',
  ],
  [
    /\b(?:(?:certain|previously|granted|vested|such|the|HIS|NUM|outstanding|unvested|employee|non-?qualified|incentive) )*(?:(?:restricted|performance|market|deferred)(?:-based)? (?:stock|shares?)(?: units?| awards?)?|performance(?:-based)? units?|stock options?|options?|(?:equity|stock|share|incentive) awards?|awards?|rsus?|psus?)(?: (?:rsus?|psus?))?(?: to purchase NUM shares)?\b/g,
    'EQUITY',
  ],
  [
    /\b(?:the )?(?:(?:vesting|settlement|exercises?|delivery|release|issuance|conversion)(?: and | |\/)?)+ ?of (?:the )?(?:shares (?:of common stock )?(?:underlying|subject to) )?EQUITY(?: (?:granted )?(?:on|of) (?:DAY|TODAY))?(?: HERE| as reported herein)?/g,
    'VESTING',
  ],
  [
    /\b(?:(?:in order )?to|for the (?:sole )?purpose of) (?:cover|satisfy|pay|fund|meet)(?:ing)? (?:the payment of )?(?:(?:certain|the|HIS|its|all|applicable|required|related|associated|estimated|statutory|minimum|mandatory|income|payroll|federal|state|us|and|or) )*(?:tax(?:es)?|withholding)(?: (?:and|tax|taxes|withholding|fees|obligations?|liabilit(?:y|ies)|requirements?|due|owed|payments?|arising|resulting|incurred|triggered|associated|related|relating|in|connection|from|with|to|upon|on|by|as|a|result|of)(?! (?:WHO|ISSUER|HIS|an?)\b)| of WHO (?:arising|resulting) (?:from|upon)(?= VESTING))*(?: (?:VESTING|EQUITY|vesting))?(?![ ]?\p{L})/gu,
    'TAXES',
  ],
  [
    /\b(?:(?:in order )?to|for the purpose of) (?:cover|satisfy|pay|fund|meet)(?:ing)? (?:the payment of )?(?:the )?(?:aggregate )?(?:exercise price|exercise cost|costs? of exercise|strike price)(?: of (?:the )?EQUITY)?(?: and (?:the )?(?:(?:related|associated|applicable|any|resulting) )*(?:tax(?:es)?|withholding)(?: (?:withholding|obligations?|liabilit(?:y|ies)|due))*)?(?: (?:related to|associated with|in connection with|upon) VESTING)?/g,
    'WHY',
  ],
]

const DEALS: readonly Phrase[] = [
  [
    /\b(?:as )?(?:reported|shown|listed|disclosed|indicated) (?:herein|above|here|(?:in|on) (?:this|the) (?:form(?: NUM)?|report|row|line|table(?: i)?)|(?:in|on) (?:this )?(?:column|row|line) NUM)\b/g,
    'HERE',
  ],
  [
    /\b(?:(?:an?|the|this|AVERAGE|reported|sales?|purchase|selling|execution|per|share|shares) )*(?:prices?|amounts?)(?: (?:per share|reported|shown|listed|above|HERE))*(?: in column NUM)?(?= (?:is|are|reflects?|represents?) (?:(?:an?|the) )?AVERAGE\b)/g,
    'PRICE',
  ],
  [
    /\b(?:(?:an?|the) )?AVERAGE (?:(?:sales?|purchase|selling|execution|trade) )?prices?(?: per share)?(?: of USD(?: per share)?)?(?: (?:for|of) (?:the |these |all |such |multiple )*(?:number of )?(?:shares|transactions|sales|purchases|trades)(?: (?:sold|purchased|reported))?)?(?: HERE)?(?: rounded to the nearest (?:whole )?cent)?/g,
    'MEAN',
  ],
  [
    /\b(?:at |in |within )?(?:a |the )?(?:range of )?(?:(?:various|MARKET|actual|individual|separate|different|sales?|purchase) )*(?:prices? )?(?:(?:that|which) )?(?:ranging|ranged|range|varying)(?: (?:from|between|of))?(?: a low of)? USD(?: per share)? (?:to|and|through|-|–)(?: a high of)? USD(?: per share)?(?: inclusive)?/g,
    'HOW',
  ],
  [
    /\b(?:at|with) (?:an? )?(?:price )?(?:range of )?(?:(?:sales?|purchase) )?(?:prices )?(?:(?:between|from|of) )USD (?:to|and|-|–) USD(?: per share)?/g,
    'HOW',
  ],
  [/\bat (?:(?:an?|the|AVERAGE|sales?|purchase|prices?|of) )*USD(?: (?:per|a) share)?/g, 'HOW'],
  [
    /\b(?:at|in) (?:then[- ])?(?:prevailing |current )?MARKET prices?(?: prevailing)?(?: at the time of (?:the |each )?(?:sales?|purchases?|trades?))?/g,
    'HOW',
  ],
  [
    /\bin (?:(?:an?|multiple|several|various|numerous|series|of|separate|NUM|one|two|three|or|more|single|individual|different|discrete|MARKET) )*(?:transactions?|trades?|sales?|purchases?|executions|lots|orders)\b(?: on MARKET)?/g,
    'HOW',
  ],
  [/\b(?:on|in|through|over) (?:the )?MARKET\b(?: transactions?)?/g, 'HOW'],
  [/\bon TODAY\b|\bby (?:WHO|him|her)\b/g, 'HOW'],
  [
    /\b(?:by|through|on behalf of|for the (?:account|benefit) of) HIS (?:(?:minor|dependent|family|living|revocable) )*(?:wife|husband|spouse|child(?:ren)?|sons?|daughters?|trust)\b(?!')(?: in (?:HIS|an?) (?:(?:retirement|ira|brokerage) )?account)?/g,
    'THROUGH',
  ],
  [
    /\b(?:through|in|via) (?:an? |HIS )?(?:self-directed )?(?:broker-assisted(?: MARKET)? transaction|brokerage account|broker|(?:roth |traditional )?ira|individual retirement account)\b/g,
    'HOW',
  ],
  [
    /\bfor (?:(?:HIS|personal|financial|tax|estate|year-end|investment|retirement|liquidity|diversification|portfolio|asset|planning|and|or) )*(?:planning|diversification|liquidity)(?: (?:purposes|reasons|needs))?\b|\b(?:in order )?to diversify HIS (?:personal |investment )?(?:holdings|portfolio|investments|assets)\b|\bas part of (?:an?|HIS) (?:(?:liquidity|investment|asset|portfolio|personal|ongoing|long-term|and) )*diversification (?:strategy|program)\b/g,
    'WHY',
  ],
  [
    /\b(?:excludes?|excluding|exclusive of|net of|before) (?:(?:any|brokerage|broker|and|or|other|transaction|trading) )*(?:commissions?|fees|expenses|costs)\b/g,
    'COSTS',
  ],
  [
    /\b(?:NUM )?(?:shares?|securities|ads?s)(?: of (?:THEIRS |ISSUER )?(?:class [a-z] )?(?:common|ordinary|capital) (?:stock|shares?)| of class [a-z](?: stock)?)?\b|\b(?:class [a-z] )?(?:common|ordinary) (?:stock|shares)\b/g,
    'SHARES',
  ],
]

/** Words of each side. Words of the other side are not replaced, so that the sentence stays unknown. */
const OF_SIDE: Readonly<Record<string, readonly Phrase[]>> = {
  P: [
    [/\b(?:purchased|bought|acquired)\b/g, 'TRADED'],
    [/\b(?:purchases?|acquisitions?|transactions?|trades?)\b/g, 'TRADE'],
  ],
  S: [
    [/\b(?:required to be )?sold\b/g, 'TRADED'],
    [/\b(?:sales?|dispositions?|transactions?|trades?)\b/g, 'TRADE'],
  ],
}

const TOGETHER: readonly Phrase[] = [
  [
    /\b(?:all (?:of )?)?(?:(?:the|these|this|such|each|an?|NUM|reported|multiple|MARKET) )*TRADE(?: of (?:(?:the|these|such) )?SHARES)?(?: (?:HERE|reported))?\b/g,
    'DEAL',
  ],
  [
    /\b(?:(?:the number of|all|of|the|these|such|reported|remaining) )*SHARES(?: (?:HERE|reported))?\b/g,
    'SHARES',
  ],
  [/\bautomatically (?=BYPLAN)/g, ''],
  [/\bat MEAN\b/g, 'HOW'],
  [/(?<=\bDEAL )(?:effected|effectuated|executed|made|completed|conducted)\b/g, 'DONE'],
  [/\bwith HOW\b/g, 'HOW'],
  [
    /\b(?:was|were|have been|has been|is|are) automatically (?:TRADED|effected|effectuated|executed|made)\b/g,
    'AUTOMATIC',
  ],
  [
    /\b(?:was|were|have been|has been|is|are) (?:all )?(?:TRADED|effected|effectuated|executed|made|completed|conducted)\b|\boccurred\b/g,
    'DONE',
  ],
]

/** @param sentence  with names replaced by OWNER
 *  @param line.code  P or S
 *  @param line.tradedOn  no other day can be one on which the line's shares were traded; '' if there is no line */
export function tellPhrases(
  sentence: string,
  { code, tradedOn }: { readonly code: string; readonly tradedOn: string },
): string {
  const named = listWordings(tradedOn).reduce((text, day) => text.replaceAll(day, 'TODAY'), sentence)
  return [...PHRASES, ...EQUITY, ...DEALS, ...(OF_SIDE[code] ?? []), ...TOGETHER]
    .reduce((text, [phrase, word]) => text.replaceAll(phrase, word), named)
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![ .;:])[ .;:]+$/, '')
    .trim()
}

/** The longest first. */
function listWordings(day: string): string[] {
  if (day === '') return []
  const [year = '', month = '', date = ''] = day.split('-')
  const [name = ''] = formatMonth(day).toLowerCase().split(' ')
  const dates = [String(Number(date)), date]
  return [
    day,
    ...dates.flatMap((one) => [
      `${name} ${one}, ${year}`,
      `${name} ${one} ${year}`,
      `${name.slice(0, 3)} ${one}, ${year}`,
    ]),
    ...[month, String(Number(month))].flatMap((one) => dates.map((other) => `${one}/${other}/${year}`)),
  ]
}
