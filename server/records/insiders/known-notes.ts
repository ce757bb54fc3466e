import { findUnknownWord, listDefinedNames, PLAIN_WORDS, wordsOf } from '../names/known-words.ts'
import { isOfAnotherPlan, isUnasked, namesPlan } from './choice-notes.ts'
import { OF_THE_ORIGIN, readSaleReason } from './footnotes.ts'

/** Words of notes that leave an ordinary trade one: of its price, its plan, and of whose account it is. */
const OF_TRADES = wordsOf(`
  full share stock common ordinary class voting non-voting security equity ads adss adr depositary american series issuer company corporation registrant
  reporting person owner holder filer form report reported footnote note column table line box
  sold sell sells selling sale purchase purchased purchasing buy buying bought trade traded trading transaction executed effected
  effectuated made completed occurred acquired acquire acquiring acquisition   open market ordinary brokerage broker
  dealer order limit block lot nasdaq nyse otc account ira roth taxable joint margin cash t rule
  price weighted average mean range ranged ranging low lowest high highest net gross excluding exclude excludes commission fee expense cost aggregate total
  amount value rounded nearest cent dollar u.s u.s.a us usd united states represent represents represented representing reflect reflects reflected
  reflecting shown listed indicated stated see information detail detailed complete undertake undertakes undertaken hereby agrees provide
  provides provided providing furnish furnished supply supplied available request requested written staff commission sec shareholder stockholder
  separate different individual prevailing actual number breakdown increment closing bid ask set forth described reference solely discrete spread broker-assisted assisted unsolicited
  plan adopted adopt entered establish established arrangement instruction intended affirmative defense condition comply complies compliance
  act amended insider preexisting existing previously automatically automatic predetermined pre arranged prearranged satisfy long term long-term statement exceeds exceed expiring orderly periodic policy
  existence modified guideline satisfies requirement duly effect entry amendment previously-adopted
  held hold holding own owned owning ownership beneficial beneficially record direct indirect nature name individual entity affiliate affiliated
  trust trustee co-trustee trusteeship beneficiary grantor settlor revocable revokable irrevocable living family member managing manager managed management
  manages investment investor invest invests adviser advisor advisory sub-adviser general limited partner partnership liability inc llc lp l.p llp l.l.c
  ltd plc corp co n.a fund capital venture group foundation spouse wife husband child children son daughter minor parent mother father brother sister
  household immediate sharing sole shared tenant tenancy community property vote voting dispositive power control controlled controlling
  authority decision make makes making committee serve served serving serves act acts capacity president officer director chief executive financial board chairman chair
  ceo cfo coo majority minority interest percent pecuniary proportionate disclaim disclaims disclaimed disclaiming disclaimer extent except
  deemed admission admit construed purpose section inclusion file filed filing group meaning schedule 13d 13g deputization designee
  retain benefit living subsidiary parent wholly-owned director  custodial adult nominate nominated nominee virtue outstanding sub-account joint-tenant exempted state domiciled
  organized shell sponsor co-manager managers general-partner feeder master offshore onshore sidecar series principal ultimately turn
  delaware california nevada cayman street suite avenue road floor address business office principal located
  personal planning liquidity need diversify diversification portfolio asset allocation rebalance rebalancing strategy
  proceeds lock lock-up administrator split forward reverse adjusted adjust basis ratio effect fractional whole term behalf advisable
  custodian utma ugma u/a/d u/t/a uad udt dtd fbo sep keogh self-directed retirement self directed managed grandchild niece nephew
`)
/** Of remarks. */
const OF_FORMS = wordsOf(`
  ex exhibit list power see line late inadvertently delayed delay issue technical software access code reset filer agent oversight
  attached hereto incorporated page continued joint filer designated bank duly chairman emeritus region regional unit business customer
  client service supply chain manufacturing quality engineering product strategy investor relation communication public affair government safety environmental
  treasury finance tax compliance ethic audit integration transformation digital data security executive chief interim acting brand retail store merchandising
  exhibit list power attorney fact title compiled please based applicable requirement specific disclose describe overall statement heading certain
  proxy subject definition explanation therein originally restated vice senior counsel secretary treasurer controller accounting legal technology people human resources
  corporate global head division product revenue marketing commercial medical scientific development operation science information
  risk operating due item limitation edgar system allow allows limit maximum because one two three part continuation continued filing
  amendment correct corrects correction original timely administrative clerical delay signed behalf
  relate relates event cover occurred not being filed copy authorized signatory exit former
`)
/** Of where shares come from, or what a security is. */
const OF_ORIGINS = wordsOf(`
  option vest vests vested vesting exercise exercised exercisable exercising grant granted award awarded restricted unit rsu rsus performance incentive
  espp convert converted convertible conversion converts warrant preferred distribution distributed receive received receipt dividend reinvestment
  gift merger reorganization obtained issued issuance issuable bonus compensation deferred settlement settled service subject installment anniversary
  commencement right contingent entitled outstanding unvested underlying forfeiture retirement saving no expiration expire expires
  consideration change transfer exempt founder pro rata in-kind kind contributed stock-based equal became election expiring continued balance continuous become
`)
/** Of what a sale was for. */
const OF_REASONS = wordsOf(`
  tax taxes taxation withholding withhold obligation obligated cover covering satisfy satisfying satisfied satisfaction pay paying paid payment fund funding meet liability
  estate charitable loan margin call lender pledge pledged pledgee repay repayment debt borrowing loss harvesting required mandated mandatory
  election require requires strategy discretionary sell-to-cover federal state local income related arising resulting result arise due options scheduled
`)
/** Of trades that others decided on. */
const OF_DISCRETION = wordsOf(`
  discretion discretionary without knowledge consent aware unaware input involvement consult consultation notice informed inform third third-party
  professional not no nor prior approval instruction direction initiative independent bank know knew learned subsequently
`)
/** Of profit within six months, which the law has an owner pay to the company. */
const OF_SHORT_SWINGS = wordsOf(`
  profit realized short swing short-swing matchable matched matching match disgorge disgorged disgorgement paid pay remit remitted agreed liability
  recoverable settlement payment amount resulted full
`)
const OF_CURRENCIES = wordsOf(
  'convert converted conversion exchange rate currency canadian dollar euro pound sterling equivalent bank',
)

const DENIALS = wordsOf('not nor no neither never nothing without none')
const OF_OWNERSHIP =
  /\b(?:deemed|admission|admit|disclaim\w*|constru\w+|pecuniary|beneficial(?:ly)?|voting|affirm\w*)\b/i
const DENIED_DEAL =
  /\b(?:not|nor?|never|neither|without|none|nothing)\b(?: [\w’'-]+){0,4} (?:sold|sell|sales?|purchas\w+|bought|buy|trades?|traded|dispos(?:ed|al)|acquired|executed|effected)\b/i
const OF_THE_FORM = /\b(?:forms?|report|filing|filed|exhibits?|title|officer|president|counsel|attorney)\b/i
const OF_THE_HOLDING =
  /^(?:[\w()’'-]+ ){0,8}?(?:includ(?:es?|ing)|exclud(?:es?|ing)|consists? of|have been adjusted)\b|^following (?:the|this|these) (?:reported )?transactions?\b|^certain of (?:these|the)\b/i
/** What a trade itself includes is no aside. */
const OF_THE_LINE =
  /^(?:the|this|these) (?:reported )?(?:transactions?|sales?|trades?|dispositions?|lines?|rows?) (?:reported )?(?:includ|exclud|consist)/i
const OF_A_SECURITY =
  /^(?:(?:the|these|this|such|[\d,]+) )?(?:[\w’'-]+ ){0,5}?(?:options?|rsus?|units?|warrants?|awards?|adss?|class b common stock|depositary shares)(?: \([\w ]+\))?,? (?:[\w-]+ ){0,4}?(?:is|are|was|were|will|vests?|vested|became|becomes?|represents?|has|have|expires?)\b|^each\b/i
/** What became of shares, where a sentence of a security says it of those bought. */
const OF_A_CHANGE =
  /\b(?:received|acquired|issued|distributed|converted|conversion|settled|settlement|exercised|award(?:ed)?|grant(?:ed)?)\b/i
/** To, from or by whom shares are sold makes a trade another one. */
const WITH_SOMEBODY =
  /\b(?:sold|sales?|purchased?|purchases|bought|acquired|disposed of)(?: (?!(?:ranging|range|to|from|between|jointly)\b)[\w’'-]+){0,4} (?:to|from|with|between) (?!(?:\$|\d|satisfy|diversify|cover|pay|fund|meet|comply|provide|time|the range|within|the (?:extent|nearest)))|\b(?:issuer|company)(?: has| had)? (?:purchased|bought|acquired|sold)\b|\b(?:purchased|bought|acquired) by (?:the|its) (?:issuer|company)\b|\btransactions? (?:(?!ranging)[\w’'-]+ ){0,2}(?:between|among|with|from) |\bsale of the (?:company|issuer|bank|corporation|business)\b|\b(?:in|by) error\b/i

/** Words that each leave a trade as it is, and together do not: what is held now or then, by whom else, in which account, for how many shares. */
const TOGETHER =
  /\b(?:shares|stock)\b[^.]*\b(?:provided|supplied|furnished) (?:by|to|as)\b|\bin shares\b|\bwithin the (?:group|family)\b|\bafter this sale\b|\b(?:sale|trade|purchase) of (?:the|his|her) (?:spouse|wife|husband|fund|trust)\b|\b(?:held|owned|hold)\b[^.]*\b(?:since|as of this date)\b|\bwill (?:hold|own|be (?:held|owned))\b|\bsame owner\b|\b(?:another|different|other) account\b|\bprice\b[^.]*\bper (?:lot|[\d,]+ shares)\b|\bprice\b[^.]*\bfor (?:two|three|four|five|ten|twenty|[\d,]+) shares\b|\b(?:acquired|purchased|bought|sold) as (?:an? )?(?:director|officer|owner)\b|\b(?:purchased?|bought|acquired|made|sold|sale)\b[^.]*(?<!request )\bby (?:the|its) (?:issuer|company|corporation|registrant)\b(?!['’])/i
/** Who got the shares, if not the owner: then a sentence on their origin or kind is one on the trade. */
const BY_OTHERS =
  /\b(?:purchased|bought|acquired|received|obtained|redeemed|withheld|exchanged|converted|paid)\b(?: (?!(?:under|upon|through|on|in|at|for|granted|awarded|issued|held|owned|adopted|by)\b)[\w’'-]+){0,4} by (?!(?:the |such |each )?reporting (?:persons?|owners?)\b(?!['’])|(?:way|virtue|means|reason|exercis\w+|conversion|operation|reference)\b)|\bfrom the reporting (?:persons?|owners?)\b(?!['’])|\b(?:gifts?|gifted|transfer(?:red)?|delivered|issued|distributed|distributions?)\b(?: (?!(?:right|entitled|subject)\b)[\w’'-]+){0,4} to (?!(?:the |such |each )?reporting (?:persons?|owners?)\b(?!['’])|(?:cover|satisfy|pay|be)\b)|\b(?:settled|paid|converted|exchanged)\b[^.]{0,100}\b(?:cash|by the (?:issuer|company|corporation))\b/i
/** A line that is none of the owner's trades, in words that are each usual. */
const NO_TRADE =
  /\breport(?:s|ed|ing)? (?:an? |the |only |total )*holdings?\b|\breports (?:the )?(?:total )?shares (?:held|owned)\b|\b(?:is|was|are|were) not (?:the |an? )?beneficial owners?\b|\bshould (?:be|have been|read|say|show)\b|\b(?:owned|held|sold|purchased|bought|made) by (?:another|other) (?:person|owner|holder|member|shareholder|stockholder)s?\b|\btransaction code\b|\brelat(?:es?|ing) to (?:another|other|a different) (?:person|owner|holder|issuer|company)\b|\b(?:benefit|account|behalf) of (?:the |its )?(?:issuer|company|corporation|registrant|others?)\b(?!['’])/i
/** A note that tells of the other side of the trade tells of whom it was made with. */
const OTHER_SIDE: Readonly<Record<string, RegExp>> = {
  P: /\b(?:sold|sells?|selling|sales?|sellers?)\b/i,
  S: /\b(?:purchas(?:e[ds]?|ers?|ing)|bought|buy|buys|buying|buyers?)\b/i,
}
/** Pairs of words in which 'to' and 'with' name nobody. */
const FIXED_PAIRS =
  /\b(?:(?:pursuant|relat(?:ed|ing)|according|prior|subject|due|up) to|(?:connection|accordance|compliance|respect|regard|consistent) with)\b/gi

/** What is to be known of a line to judge its notes. */
export interface NotedLine {
  /** P or S. */
  readonly code: string
  /** The notes on the trade itself; all others are of its owner, of what is held, or of the whole form. */
  readonly onTrade: readonly string[]
  /** Of the company and the owners. */
  readonly names: readonly string[]
  /** All notes of the form: one may define a name for others. */
  readonly notesOfForm: readonly string[]
}

/** Finds the first of the notes that is neither of a kind that leaves a trade an ordinary one nor read otherwise: of such a
 *  line it is not known what it tells.
 *  @param others  notes beside those on the trade itself
 *  @returns the sentence; undefined if all are known */
export function findUnreadNote(
  others: readonly string[],
  { code, onTrade, names, notesOfForm }: NotedLine,
): string | undefined {
  const known = new Set(
    [...names, ...listDefinedNames(notesOfForm)].flatMap((name) => name.toLowerCase().split(/[^\p{L}\d]+/u)),
  )
  const isUnread = (isOnTrade: boolean) => (sentence: string) =>
    !isKnownSentence(sentence, { code, isOnTrade }, known)
  return (
    onTrade.flatMap(splitSentences).find(isUnread(true)) ??
    others.flatMap(splitSentences).find(isUnread(false))
  )
}

interface Place {
  readonly code: string
  readonly isOnTrade: boolean
}

const ABBREVIATED =
  /\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Inc|Corp|Co|Ltd|No|Mr|Mrs|Ms|Dr|Jr|Sr|Messrs|St)\.|\b(?:[A-Z]\.)+/gi

function splitSentences(note: string): string[] {
  return note
    .replaceAll(ABBREVIATED, (word) => word.replaceAll('.', ''))
    .split(/(?<=[.;:]) +/)
    .filter((sentence) => /\p{L}/u.test(sentence))
}

function isKnownSentence(sentence: string, place: Place, names: ReadonlySet<string>): boolean {
  const more = listVocabularies(sentence, place)
  const isDenied = sentence
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => DENIALS.has(word))
  if (isDenied && !more.mayDeny) return false
  if (NO_TRADE.test(sentence) || isOfAnotherPlan(sentence)) return false
  if (more.isAside && BY_OTHERS.test(sentence.replaceAll(FIXED_PAIRS, 'under'))) return false
  const isOfOthers =
    WITH_SOMEBODY.test(sentence.replaceAll(FIXED_PAIRS, 'by')) ||
    TOGETHER.test(sentence) ||
    (place.code === 'P' && /\bplans?\b/i.test(sentence) && !/10b-?5/i.test(sentence)) ||
    (OTHER_SIDE[place.code]?.test(sentence) === true && !more.mayNameBoth)
  const isKnown = (word: string) =>
    PLAIN_WORDS.has(word) ||
    OF_TRADES.has(word) ||
    DENIALS.has(word) ||
    more.words.some((words) => words.has(word))
  return (more.isAside || !isOfOthers) && findUnknownWord(sentence, isKnown, names) === undefined
}

function listVocabularies(sentence: string, { code, isOnTrade }: Place) {
  const isUnaskedFor = isUnasked([sentence])
  const isAside =
    (OF_THE_HOLDING.test(sentence) && !(isOnTrade && code === 'P') && !OF_THE_LINE.test(sentence)) ||
    (OF_A_SECURITY.test(sentence) && (code === 'S' || !OF_A_CHANGE.test(sentence))) ||
    (code === 'S' && OF_THE_ORIGIN.test(sentence.toLowerCase()))
  const isOfForm = OF_THE_FORM.test(sentence)
  const isForReason = readSaleReason(code, [sentence]) !== undefined || (code === 'S' && namesPlan(sentence))
  const isShortSwing = /\b16\(b\)|\bshort[- ]swing\b/i.test(sentence)
  return {
    isAside,
    mayNameBoth:
      isForReason || isShortSwing || /\bupon (?:written )?request\b|\bundertakes?\b/i.test(sentence),
    mayDeny:
      isAside || isUnaskedFor || ((isOfForm || OF_OWNERSHIP.test(sentence)) && !DENIED_DEAL.test(sentence)),
    words: [
      ...(isAside ? [OF_ORIGINS] : []),
      ...(isForReason ? [OF_ORIGINS, OF_REASONS] : []),
      ...(isUnaskedFor ? [OF_DISCRETION] : []),
      ...(isShortSwing ? [OF_SHORT_SWINGS] : []),
      ...(/\bdollars?\b|\beuros?\b|\bcurrency\b|\bexchange rate\b/i.test(sentence) ? [OF_CURRENCIES] : []),
      ...(isOfForm ? [OF_FORMS] : []),
    ],
  }
}
