import { isOfKind, type NoteKind, type Phrase, wordsOf } from './known-words.ts'

/** Words in capitals stand for phrases. Replaced in this order, each in one pass over the lower-case sentence. The rest is short
 *  enough to be compared as a whole. A phrase begins with a limited number of optional words, since a sentence of nothing else is
 *  tried from each of them. */
const PHRASES: readonly Phrase[] = [
  [/[’‘]/g, "'"],
  [/["“”]/g, ' '],
  [/(?<=\d),(?=\d{3})/g, ''],
  [
    /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b/g,
    'DAY',
  ],
  [/\$ ?\d+(?:\.\d+)?/g, 'USD'],
  [/\b\d+(?:\.\d+)?%?(?![\p{L}\d])/gu, 'NUM'],
  [/[()[\],;&]| - /g, ' '],
  [/(?<!\s)\s+/g, ' '],
  [/\b(?:the )?(?:filer|member|senator|representative)\b(?!')|\bi\b/g, 'WHO'],
  [/\b(?:my|our|his|her|their|the filer's|filer's)\b/g, 'HIS'],
  [
    /\b(?:an? )?(?:strike|exercise)(?: price)?(?: of| is|:)? USD\b|\bUSD strike\b|\b(?:an? )?(?:expir(?:es?|ing|ation|y)|exp)(?: date)?(?: of| on|:)? DAY\b/g,
    'TERMS',
  ],
  [/\b(?:with |at |and |- )?TERMS\b/g, 'TERMS'],
  [
    /\b(?:NUM )?(?:(?:call|put)s? |stock )?(?:options?|contracts)\b(?: contracts?)?|\b(?:NUM )?(?:calls|puts)\b/g,
    'OPTIONS',
  ],
  [
    /\bby (?:(?:an?|the|HIS|third[- ]party|independent|financial|investment|professional|outside) )*(?:advis[eo]rs?|managers?|brokers?)\b|\bwithout (?:(?:any|HIS|the|prior|WHO's) )*(?:input|knowledge|direction|consultation|involvement)(?: (?:from|of|by) WHO(?: (?:or|and|nor) (?:(?:the|HIS) )?(?:spouse|wife|husband))?)?\b/g,
    'AGENT',
  ],
  [
    /\b(?:in|from|through|by|within|via) (?:(?:HIS|an?|the|spouse's|wife's|husband's|existing|personal|managed|discretionary|retirement|brokerage|joint|traditional|roth|rollover|sep|wells fargo|charles schwab|fidelity) )*(?:ira|account|acct|brokerage|broker|portfolio|advis[eo]r|(?:fund|portfolio|money|wealth) manager)\b|\bfor an existing account\b/g,
    'HOW',
  ],
  [
    /\bto avoid (?:any |the |an )?(?:possible |potential |appearance of )*conflicts? of interest\b|\bas part of (?:an?|the|HIS) divest(?:iture|ment)(?: plan)?\b/g,
    'WHY',
  ],
  [
    /\b(?:(?:in order )?to |for )?(?:re-?balanc(?:e|ing)|diversif(?:y|ication)|(?:tax[- ]?)?loss harvesting|harvest(?:ing)?(?: tax)? loss(?:es)?|raise cash|liquidity|tax planning)(?: (?:of |the |HIS )*(?:portfolio|position|holdings|investments)| toward original allocation)*\b/g,
    'WHY',
  ],
  [
    /\bin accordance with the firm's investment strategy for accounts (?:of )?that size|\bto (?:satisfy|meet) (?:the |HIS |annual )*required minimum distributions?|\bto (?:comply with|satisfy) (?:the )?(?:stock act|ethics (?:rules|committee)|divestiture order)/g,
    'WHY',
  ],
  [
    /\b(?:for a total of|at|for|totaling|worth) (?:about |approximately )?USD(?: (?:per|a) share)?\b|\bat (?:a )?(?:loss|gain|profit)\b/g,
    'HOW',
  ],
  [
    /\b(?:(?:of|all|the|HIS|these|this|NUM|additional|remaining|more|some|part|partial|full|entire|common|class [a-z]|company|ordinary|single|whole) ){0,8}(?:shares?|stocks?|positions?|holdings?|units?)(?: (?:of|in) (?:NUM |four |different )*(?:shares|stocks?|company))?\b/g,
    'SHARES',
  ],
  [/\bon DAY\b|\bon the open market\b/g, 'HOW'],
]
const OF_SIDE: Readonly<Record<'P' | 'S', readonly Phrase[]>> = {
  P: [
    [
      /\b(?:(?:an?|the|this|open|market|initial|regular|automatic|monthly|weekly|recurring|new|additional) ){0,8}purchases?\b/g,
      'DEAL',
    ],
    [/\b(?:purchased|bought|acquired)\b/g, 'TRADED'],
    [
      /^(?:dollar cost averaging|(?:automatic|recurring) invest(?:ment|ing)(?: plan)?|(?:add(?:ed|ing|ition)?|increas(?:e|ed|ing)) (?:to )?(?:existing )?SHARES|(?:opened|new|initial) SHARES|initial public offering allocation TRADED|buy(?:ing)? to (?:open|close))$/,
      'DEAL',
    ],
  ],
  S: [
    [/\b(?:(?:an?|the|this|open|market|full|partial|complete|final) ){0,8}(?:sales?|disposition)\b/g, 'DEAL'],
    [/\b(?:sold|divested)\b/g, 'TRADED'],
    [
      /^(?:(?:closed|exited|trimmed|trim|reduced|reduce) SHARES|SHARES closed|sell(?:ing)? to (?:open|close)|exit(?:ed)?|less than USD)$/,
      'DEAL',
    ],
  ],
}
/** Sentences about the deal, once their phrases are replaced. */
const OF_DEALS =
  /^(?:DEAL|TRADED|DEAL (?:of )?(?:SHARES|OPTIONS)|(?:WHO )?TRADED (?:SHARES(?: of)?|OPTIONS)|SHARES (?:was |were )?TRADED|HIS broker TRADED SHARES(?: of)*)(?: (?:HOW|WHY|AGENT|TERMS|before maturity))*$|^(?:DEAL|SHARES) (?:was |were )?TRADED(?: (?:HOW|WHY|AGENT))+$|^(?=.* AGENT)(?:DEAL|(?:this |the )?(?:transaction|trade)s?) (?:was |were )?(?:made|executed|directed)(?: (?:HOW|AGENT))+$|^WHY$|^HOW$/u
/** The exercise of an option: shares bought, or sold, under it. */
const OF_EXERCISES =
  /^(?:(?:partial )?exercised? (?:of )?OPTIONS|OPTIONS exercised)(?: (?:TRADED|TERMS|DAY|HOW|NUM|SHARES|prior to expiration date))*$/
const OF_OPTIONS =
  /^(?:OPTIONS|TERMS)(?: (?:OPTIONS|TERMS))*$|^obligation to purchase SHARES of [a-z]{1,6} HOW$/

const GRAMMAR = `
  a an the this that these those of in on at by for to with within as per and or is are was were be been being it its he his him she her me my our we i they their not only when until
  january february march april may june july august september october november december
`
const kind = (begins: RegExp, words: string): NoteKind => ({
  begins,
  words: wordsOf(`${GRAMMAR} ${words.replaceAll('-', ' ')}`),
})

/** When the filer learned of it, and why it is reported. */
const OF_REPORTS: readonly NoteKind[] = [
  kind(
    /^(?:notified|notification)\b|^(?:(?:all )?transactions?|lines?|filer|he|she|(?:the|our|my) (?:broker|adviser|advisor|filer))\b[^.]*\b(?:notif|advise|learned|discover)/i,
    `filer me all transaction transactions line lines through notified notify notification advise advised learned discovered discover filer broker adviser advisor failed after or trying attempting reconcile holdings investment financial
     disclosure annual report wasn't days occurred delayed due holiday holidays`,
  ),
  kind(
    /^(?:(?:this |the )?(?:transaction|trade|full sale|sale|purchase)(?: was)? )?(?:not required to be (?:disclosed|reported)|less than \$[\d,]+)\b/i,
    'transaction trade full sale purchase required disclosed reported less than but disclosing reporting anyway full transparency',
  ),
  kind(
    /^this ptr is being (?:submitted|filed)\b/i,
    'ptr submitted filed ensure full transparency compliance all disclosure requirements',
  ),
]
/** Who manages the account. */
const OF_MANAGERS: readonly NoteKind[] = [
  kind(
    /^(?:the filer's |my |his |her )?(?:investment )?(?:portfolio|account)s? (?:(?:is|are) )?(?:professionally |independently )?managed by\b/i,
    'filer portfolio account accounts professionally independently managed third party third-party investment professional professionals adviser advisor manager independent has no input',
  ),
  kind(
    /^(?:(?:this|the|an?|my|all|transactions?|trades?|made|in|was|were|is|are|executed|purchased|sold) )*(?:professionally |independently |separately |third[- ]party |fully |discretionary )*(?:managed|discretionary)[- ](?:by|account|portfolio|investment account)/i,
    `transaction transactions trade trades made executed purchased sold account accounts portfolio professionally independently separately third-party third party fully managed discretionary investment by
     at discretion adviser advisor advisors advisers manager managers broker independent professional financial firm without input knowledge direction prior consultation consent me my no`,
  ),
  kind(
    /^this activity is part of an ongoing\b/i,
    'activity part ongoing long-term long term portfolio diversification strategy regularly includes similar transactions',
  ),
  kind(
    /^timing and method of\b/i,
    'timing method transactions implemented discretion third party third-party advisers advisors',
  ),
  kind(/^fund manager letter on file\b/i, 'fund manager letter file committee ethics'),
]
/** In which account, by a name or a number. */
const OF_ACCOUNTS: readonly NoteKind[] = [
  kind(
    /^(?:underlying )?asset (?:of|held in|-)/i,
    'underlying asset held ira roth rollover brokerage plan commercial real estate private equity funds various fund llc dependent child',
  ),
  kind(
    /^(?:\(?(?:ira|roth|sep|jt|joint|trust|ugma|utma)\)?|(?:dependent )?child #?\d|[a-z]|\d{1,4}|ref|cusip|acct\d{1,6}|[a-z]*\d[a-z\d]{4,11})$/i,
    'ref cusip ira roth sep jt joint trust ugma utma dependent child',
  ),
]
/** Why single stocks are sold. */
const OF_DIVESTING: readonly NoteKind[] = [
  kind(
    /^to avoid (?:any |the )?(?:possible |potential |appearance of )*conflicts? of interest\b/i,
    `avoid any possible potential appearance conflict conflicts interest future congressional work i'm transitioning single stock company-specific holdings into passive etf etfs mutual funds best practices`,
  ),
  kind(
    /^this position was sold at a loss on [\d/]+ as part of my divestments\b/i,
    'position sold loss part divestments avoid possible conflicts interest',
  ),
  kind(
    /^as of [\d/]+,? neither i nor my (?:wife|husband|spouse) hold\b/i,
    'neither nor wife husband spouse hold any single company publicly-traded stocks',
  ),
]
/** Descriptions of assets that are not shares of a company. */
const OF_ASSETS: readonly NoteKind[] = [
  kind(
    /^(?!.*\bby\b)(?:(?:the|callable|note|bond|state|bonds|municipal|corporate|general|revenue|treasury|hedge fund|investment company|real estate|mutual fund|private equity|venture|s&p|[\d/]+|mai managed)\b|capital (?:call|contribution|commitment)\b|.{1,60} capital call of)/i,
    `note bond bonds municipal state security corporate general obligation revenue treasury bill hedge fund funds investment company real estate mutual private equity venture capital call contribution commitment s&p etf
     managed matures maturity due coupon rate yield callable interest`,
  ),
]
const OF_DEBT = {
  P: /^(?:purchased|bought|purchase of) (?:an? )?(?:(?:municipal|corporate|treasury|government|state|city) )*(?:bonds?|notes?|bills?)$/i,
  S: /^(?:sold|sale of) (?:an? )?(?:(?:municipal|corporate|treasury|government|state|city) )*(?:bonds?|notes?|bills?)$/i,
} as const
const SHARE_TYPES: ReadonlySet<string | undefined> = new Set(['st', 'stock', 'ef', 'etf'])

/** Denies that the deal was the filer's: 'not my account', "wasn't in her holdings". What was not known, or need not be reported, is none of these. */
const DENIED =
  /(?:\bnot|n['’]t|\bnever)\b (?:(?:actually|been|really) )*(?:his|hers?|mine|my|me|ours?|their|the|an?|in|of|by|for|on|at)\b/i

/** The row's own amounts and day. */
export interface NotedRow {
  readonly low?: number | string | undefined
  readonly high?: number | string | null | undefined
  /** 'YYYY-MM-DD' */
  readonly tradedOn?: string | undefined
}
/** What a deal came to, which a share's price is not. */
const TOTALS =
  /\b(?:total of|totaling|worth|less than|under)(?: about| approximately)? \$ ?(\d[\d,]*(?:\.\d+)?)/gi
const PAID = /\b(?:for|at) \$ ?(\d[\d,]*(?:\.\d+)?)/gi
const PRODUCTS =
  /\b(\d[\d,]{0,20}(?:\.\d+)?) (?:shares?|units?)\b[^.;$]{0,40} (?:at|for) (?:about |approximately )?\$ ?(\d[\d,]*(?:\.\d+)?) (?:per|a|each)\b/gi
/** Rounded sums, and prices before fees. */
const NEAR = 0.1
const ON_DAYS =
  /\b(?:on|sold|bought|purchased|acquired) (?:(\d{1,2})\/(\d{1,2})\/(\d{2,4})|(\d{4})-(\d{2})-(\d{2})|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?)\b/gi
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const numberOf = (text = '') => Number(text.replaceAll(',', ''))

/** Whether a sentence gives a sum that is not within the row's range. */
function contradictsAmount(sentence: string, { low, high }: NotedRow): boolean {
  const sums = [
    ...[...sentence.matchAll(TOTALS)].map(([, sum]) => numberOf(sum)),
    ...[...sentence.matchAll(PRODUCTS)].map(([, shares, price]) => numberOf(shares) * numberOf(price)),
  ]
  if (low !== undefined && sums.some((sum) => sum < Number(low) * (1 - NEAR))) return true
  // More than the range is too much for a share, too.
  const paid = [...sentence.matchAll(PAID)].map(([, sum]) => numberOf(sum))
  return (
    high !== undefined && high !== null && [...sums, ...paid].some((sum) => sum > Number(high) * (1 + NEAR))
  )
}

/** Whether a sentence dates the deal to another day than the row does. */
function contradictsDay(sentence: string, { tradedOn }: NotedRow): boolean {
  if (tradedOn === undefined || /\b(?:notif|advise|learned|discover|expir|matur|exercis)/i.test(sentence))
    return false
  const [year = '', month, day] = tradedOn.split('-')
  return [...sentence.matchAll(ON_DAYS)].some(([, m1, d1, y1, y2, m2, d2, name, d3, y3]) => {
    const named = name === undefined ? (m1 ?? m2) : String(MONTHS.indexOf(name.toLowerCase()) + 1)
    const ofYear = y1 ?? y2 ?? y3 ?? year
    return Number(named) !== Number(month) || Number(d1 ?? d2 ?? d3) !== Number(day) || !year.endsWith(ofYear)
  })
}

/** Longer notes are not known: of 2,400 real ones the longest has 442 characters and five sentences, and each sentence is compared with
 *  everything known. */
const LONGEST = 800
const MOST_SENTENCES = 12

/** Whether every sentence of a filer's note is entirely of a known kind that leaves the purchase or sale as its row says. */
export function isKnownTradeNote(
  note: string,
  {
    side,
    names = [],
    assetType,
    row = {},
  }: {
    side: 'P' | 'S'
    names?: readonly string[]
    assetType?: string | null | undefined
    row?: NotedRow
  },
): boolean {
  const sentences = note
    .slice(0, LONGEST + 1)
    .split(/(?<=[.:]) +/)
    .filter((sentence) => /[\p{L}\d]/u.test(sentence))
  if (note.length > LONGEST || sentences.length > MOST_SENTENCES) return false
  const known = new Set(names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\d]+/u)))
  const isOfShares = SHARE_TYPES.has(assetType?.toLowerCase())
  const kinds = [
    ...OF_REPORTS,
    ...OF_MANAGERS,
    ...OF_ACCOUNTS,
    ...(side === 'S' ? OF_DIVESTING : []),
    ...(isOfShares ? [] : OF_ASSETS),
  ]
  const isKnown = (sentence: string) => {
    if (DENIED.test(sentence) || contradictsAmount(sentence, row) || contradictsDay(sentence, row))
      return false
    const told = tellPhrases(hideNames(sentence, known), side)
    return (
      OF_DEALS.test(told) ||
      OF_EXERCISES.test(told) ||
      // In a row of shares, only if the sentence is certainly about options.
      (OF_OPTIONS.test(told) && (!isOfShares || told.includes('TERMS'))) ||
      (!isOfShares && OF_DEBT[side].test(sentence)) ||
      kinds.some((one) => isOfKind(sentence, one, known))
    )
  }
  return sentences.every((sentence) => isKnown(sentence.replace(/(?<![.:])[.:]+$/, '').trim()))
}

/** Tickers in a row, and the asset's own name. */
const TICKERS = /\b[A-Z]{2,5}(?:(?:, | and |, and )[A-Z]{2,5})+\b/g
const KINDS_OF_ASSETS = /^(?:common|stock|class|shares?|company|corp|inc|fund|bonds?|notes?)$/i

function hideNames(sentence: string, names: ReadonlySet<string>): string {
  return sentence
    .replaceAll(TICKERS, '')
    .replaceAll(/\p{Lu}\p{L}{2,}/gu, (word) =>
      names.has(word.toLowerCase()) && !KINDS_OF_ASSETS.test(word) ? '' : word,
    )
}

function tellPhrases(sentence: string, side: 'P' | 'S'): string {
  return [...PHRASES, ...OF_SIDE[side]]
    .reduce((text, [phrase, word]) => text.replace(phrase, word).trim(), sentence.toLowerCase())
    .replaceAll(/\s+/g, ' ')
}
