import { findUnknownWord, listDefinedNames, PLAIN_WORDS, wordsOf } from '../names/known-words.ts'
import { presentPerson } from '../names/present-names.ts'
import { isUnasked, namesLaterPlan } from './choice-notes.ts'
import type { InsiderTransaction } from './insider-filing.ts'
import { tellPhrases } from './note-phrases.ts'

/** Sentences about a trade, once their phrases are replaced. A sentence with anything else left over is unknown. */
const OF_TRADES: readonly RegExp[] = [
  /^(?:(?:(?:this (?:amount|number) )?represents?|reflects?|this is|these are) )?(?:DEAL|DEAL DONE|DEAL (?:was|were)(?= WHY)|SHARES (?:TRADED|DONE)|TRADED(?= )|WHO (?:has |have )?TRADED SHARES)(?: (?:HOW|WHY|BYPLAN|COSTS))*(?: (?:(?:solely|only|partially) )?TAXES)?$/,
  /^(?:DEAL|SHARES) AUTOMATIC(?: HOW)* (?:BYPLAN|TAXES)(?: (?:HOW|WHY))*$/,
  /^(?:(?:PRICE )?(?:is|are|reflects?|represents?) )?MEAN(?: (?:HOW|COSTS|HERE))*$/,
  /^PRICE (?:is|are|reflects?|represents?) an AVERAGE$/,
  /^(?:HOW ?)+$|^COSTS$|^(?:number )?SHARES rounded to the nearest whole SHARES$|^rounded to the nearest (?:cent|whole SHARES)$/,
  /^(?:BYPLAN|PLAN|PLAN (?:was|has been) ADOPTED|PLAN (?:DONE|was completed) HOW|WHO adopted PLAN HOW)$/,
  /^(?:the plan|PLAN) (?:has been in existence since (?:the )?\w+ of NUM and )?provides for periodic DEAL WHY$/,
  /^DEAL (?:is|are|was|were) mandated by THEIRS election under its (?:\w+ ){0,3}plans? to require the satisfaction of (?:(?:minimum|statutory) )*tax withholding obligations? to be funded by an? '?sell to cover'? (?:DEAL|transaction)(?: and (?:does|do) not represent (?:an? )?discretionary (?:DEAL|trades?)(?: HOW)?)?$/,
  /^DEAL (?:does|do|did) not represent (?:an? )?discretionary (?:DEAL|TRADE|trades?)(?: HOW)?$/,
]
/** Where sold shares came from. */
const OF_ORIGINS =
  /^SHARES (?:TRADED )?(?:(?:was|were|had been|have been) )?(?:acquired|received|issued) (?:upon|through|by|from|on) (?:VESTING|(?:the )?(?:vesting|exercise|settlement) of EQUITY|(?:the )?conversion of (?:(?:an equal number|one|NUM) )*SHARES)(?: HOW)*$|^each SHARES was issued upon conversion of one SHARES$/

/** What an amendment corrects, if that is not part of the trade. */
const OF_AMENDMENTS =
  /^this (?:amendment|form 4\/a|amended form 4) is being filed (?:solely )?to (?:correct|include|add|reflect) (?:the |an? )?(?:(?:number|amount|total) of (?:shares|securities) (?:beneficially )?owned following the reported transactions?|ticker symbol|(?:inadvertently )?omitted (?:footnotes?|exhibit|power of attorney)|exhibit \d+|power of attorney|signature|title of the reporting person)\.?$/i

/** A kind of sentence about something other than the trade: how it begins, and the words it may contain, none of which describes a
 *  deal. */
interface Kind {
  readonly begins: RegExp
  readonly words: ReadonlySet<string>
  /** Words that turn a sentence with this beginning into something else. */
  readonly not?: RegExp
}

const GRAMMAR = wordsOf(`
  a an the this that these those such each any all both of in on at by for to with within as per and or is are was were be been being has have had
  it its his him her their them they he she whom whose which who i we our also otherwise herein hereof hereto respective respectively collectively together if no not mr ms mrs dr messrs
  january february march april may june july august september october november december
`)
/** Who holds shares, controls or disclaims them. */
const OF_HOLDERS: Kind = {
  begins:
    /^(?:(?:represents|includes|consists of|all|of|the|these|such|reported|certain|by|\d[\d,]*) )*(?:shares|securities|stock|common|class|ads)\b|^(?:each of |the |mr |ms |mrs |dr |messrs )*(?:reporting (?:person|owner)s?|holder|[a-z][\w&'’.,()"“”/-]* )|^by |^held |^owned /i,
  words: new Set([
    ...GRAMMAR,
    ...wordsOf(`
      share shares securities stock common class ordinary held hold holds owned owns directly indirectly record beneficially beneficial ownership owner reporting person
      name nature trust trustee co-trustee trusteeship family living revocable revokable irrevocable grantor settlor beneficiary custodian custodial utma ugma account ira roth brokerage joint
      spouse wife husband child children son daughter minor member manager managing general limited partner partnership llc lp inc ltd fund funds investment investments adviser advisor sole shared
      share voting dispositive power control over respect may deemed retains serve serves represents includes consists pecuniary interest therein thereof except extent disclaims disclaim disclaiming shall should admission purposes purpose
      section exchange act securities inclusion report filing form although president director officer board directors chief executive stockholder shareholder issuer company corporation
      make makes decisions decision committee group more than outstanding percent dated connection capacity capacities through behalf benefit u/a/d u/t/a dtd files separate own reported one constitute construed
      under does master management advised controls individual 13d group affirmatively files sub-adviser feeder offshore beneficiaries any other
    `),
  ]),
  not: /^(?!.*\b(?:held|hold|holds|owned|owns|ownership|beneficial(?:ly)?|voting|dispositive|investment|pecuniary|partners?|members?|managers?|trustees?|custodia\w+|trust|admission|director|spouse|wife|husband|children)\b)|\bown account\b|\b(?:by|of|to) (?:an|any) other|\bnot (?:the |an? )?(?:beneficial(?:ly)? )?(?:owner|shares|held|owned|trust|member|partner)|\bno (?:shares|securities|stock|interest|ownership)\b|\b(?:has|have|had) not\b/i,
}
/** What a security is, and when it vests. */
const OF_SECURITIES: Kind = {
  begins:
    /^(?:(?:each|the|these|this|such|certain|of|[\d,]+) )*(?:(?:restricted|performance|deferred|phantom)(?: stock| share)? units?|rsus?|psus?|dsus?|(?:stock |employee )?options?|awards?|warrants?|(?:shares? of )?class [a-z] (?:common )?(?:stock|shares?|units?)|american depositary (?:shares?|receipts?)|adss?|adrs?|ordinary shares|depositary shares|securities)(?: \([^()]{1,40}\))?,? (?:(?:currently|each) )?(?:represents?|is convertible|are convertible|are represented|vests?|vested|became|becomes?|will vest|have vested|has vested|expires?|were granted|was granted|are restricted|are entitled|have no expiration)\b/i,
  words: new Set([
    ...GRAMMAR,
    ...wordsOf(`
      share shares stock common class ordinary american depositary ads adss restricted performance unit units rsu rsus psu psus option options award awards warrant right contingent receive
      upon settlement represents represent represented convertible convert time holder option into one-for-one basis expiration date expire expires vest vests vested vesting exercisable
      fully immediately equal annual quarterly monthly installment installments anniversary grant granted commencing beginning first second third fourth year years month months one two three four five ten twenty
      subject continued continuous service employment provided through reporting person issuer company so long remains employed thereafter remainder remaining balance became becomes become will may
      currently certain securities entitled vote issuable every following day
    `),
  ]),
}
/** What else is held afterwards. */
const OF_HOLDINGS: Kind = {
  begins:
    /^(?:also )?(?:includes?|including|excludes?|does not include|do not include|consists of)\b|^(?:the )?(?:total|balance|amount|number)s?(?: [\w()]+){0,8} (?:includes?|excludes?|consists? of)\b|^following (?:the|this|these) (?:reported )?transactions?,? the reporting (?:person|owner)|^share numbers have been adjusted to reflect\b/i,
  words: new Set([
    ...PLAIN_WORDS,
    ...OF_SECURITIES.words,
    ...wordsOf(`
      acquired purchased received reporting person owner beneficially owns owned held hold directly indirectly employee plan espp 401 k dividend reinvestment purchase savings retirement trust spouse
      wife husband child children son daughter family ira account shares unvested deferred total column amount balance numbers adjusted reflect changes form ownership beneficial consideration
      transfers exempt section rule securities exchange act amended transaction transactions adult disclaims previously reported reinvested number interest pecuniary extent
    `),
  ]),
  not: /\b(?:sold|sales?|sell|gift\w*|donat\w*|cancel\w*|this (?:line|sale|purchase|trade))\b|\btransactions? (?:includ|exclud|consist|of|by)/i,
}
/** The remarks on the form itself. */
const OF_FORMS: Kind = {
  begins:
    /^(?:exhibits?|ex[. ]|power of attorney|see exhibit|due to (?:an?|the) \d+[- ]line|the form \d has been split into|each form 4 will be filed by|this form \d(?:\/a)? (?:is the (?:first|second|third|last) of|has been compiled|is being filed late|was filed late|is one of)|for additional details regarding)/i,
  words: new Set([
    ...PLAIN_WORDS,
    ...wordsOf(`
      exhibit list power attorney form forms filed filing filings split cover individual transactions transaction line item limitation table part because edgar system limits maximum separate
      additional details regarding reporting person overall stock equity holdings please see issuer proxy statement sec heading security ownership certain beneficial owners owner management schedule
      originally compiled based applicable requirements reflect specific described intended disclose describe shares securities owned beneficially held relating event late error administrative
      broker delay delayed technical issue attached hereto incorporated reference copy software access code codes inadvertent oversight agent not occurred well subject amended restated time case definitions explanations periods therein described
    `),
  ]),
  not: /\b(?:not(?! intended)|no|never)\b|\boccurred\b(?! on the same)/i,
}
/** A role, without a verb. */
const OF_TITLES: Kind = {
  begins:
    /^(?:(?:title|role|officer title) )?(?:former |interim |acting |executive |senior |group |corporate |regional |first |assistant |global )*(?:vice )?(?:president|chair(?:man|woman|person)?|chief|general counsel|treasurer|secretary|controller|director|evp|svp|vp|ceo|cfo|coo)\b/i,
  words: wordsOf(`
    former interim acting executive senior group corporate regional first assistant global vice president chair chairman chairwoman chairperson chief general counsel treasurer secretary controller director
    evp svp vp ceo cfo coo cto officer and of the a subsidiary issuer company bank division financial operating accounting legal people human resources technology information marketing commercial medical scientific
    development operations science risk revenue product strategy investor relations communications compliance ethics finance administrative tax treasury sales manufacturing engineering digital data security
    business customer supply chain north america americas europe asia international head unit brand retail services deputy board emeritus
  `),
}
/** The offer to disclose each single price. */
const OF_REQUESTS: Kind = {
  begins:
    /^(?:upon (?:written )?request,? )?(?:the reporting (?:person|owner)s?|the holder|the filer|the undersigned|the issuer)(?: hereby)? (?:undertakes?|agrees?|will)(?: to)? (?:provide|supply|furnish)\b[^.;]*\binformation (?:regarding|about|concerning|on|as to) (?:the )?(?:number|amount)|^full information (?:regarding|about|concerning) the number/i,
  words: new Set([
    ...GRAMMAR,
    ...wordsOf(`
      upon written request undertakes undertake agrees hereby will provide supply supplied furnish issuer company corporation security stock holder shareholder stockholder staff sec commission securities exchange
      full complete detailed information regarding concerning about number amount shares ads adss sold purchased bought acquired transaction transactions trades effected executed every separate individual different sale sales purchase
      price prices range ranges set forth described above footnote footnotes form through
      reporting person respective inc ltd corp
    `),
  ]),
  not: /\b(?:sold|purchased|bought|acquired|shares|securities) (?:to|from|by|with|for|in)\b|\b(?:not|no)\b/i,
}
/** A manager or broker who traded without being asked. */
const OF_CHOICE: Kind = {
  begins:
    /^(?:the|this|these|such|made|sold|purchased|bought|all|transactions?|trades?|sales?|purchases?|shares)\b/i,
  words: new Set([
    ...GRAMMAR,
    ...wordsOf(`
      transaction transactions trade trades sale sales purchase purchases share shares made effected executed sold purchased bought reporting person owner investment financial portfolio asset adviser advisor manager
      broker third-party third party independent professional discretionary managed account without prior advance knowledge consent input consultation approval direction authorization involvement discretion sole initiative
      own exercised over know did does aware notice
    `),
  ]),
  not: /\b(?:sold|purchased|bought|sales?|purchases?) (?:to|from|of the account)\b|\bown account\b/i,
}
/** Profit within six months, which the law makes an owner pay to the company. */
const OF_SHORT_SWINGS: Kind = {
  begins:
    /^(?:the|this|these) (?:reported )?(?:transactions?|sales?|purchases?)\b[^.;]*\b16\(b\)|^the reporting person (?:has )?(?:agreed to pay|paid|will pay|agreed to remit|remitted)\b/i,
  words: new Set([
    ...GRAMMAR,
    ...wordsOf(`
      reported transaction transactions sale purchase may matchable matched section 16 securities exchange act reporting person has agreed pay paid will remit remitted issuer company full amount
      profit profits realized connection short-swing short swing shares share under extent
    `),
  ]),
  not: /^(?!.*\b(?:profits?|16\(b\)))|\b(?:not|no)\b/i,
}
/** A price in dollars that was converted from another currency. */
const OF_CURRENCIES: Kind = {
  begins:
    /^(?:the )?(?:reported |sales? |purchase )?(?:prices?|amounts?)(?: (?:reported|per share|shown))?,? (?:was|were|is|are|has been|have been)(?: originally)? (?:converted|translated)\b/i,
  words: new Set([
    ...GRAMMAR,
    ...wordsOf(
      'price prices reported sale purchase per share converted translated from into canadian us u.s dollar dollars euro euros pound pounds sterling swiss franc francs exchange rate rates bank day date using based daily average',
    ),
  ]),
  not: /\bnot\b/i,
}
const ASIDE: readonly Kind[] = [
  OF_REQUESTS,
  OF_SECURITIES,
  OF_FORMS,
  OF_TITLES,
  OF_CHOICE,
  OF_SHORT_SWINGS,
  OF_CURRENCIES,
]

/** Holders other than the form's owner. */
const OTHERS =
  /\b(?:trusts?|spouse|wife|husband|child(?:ren)?|sons?|daughters?|minors?|funds?|partnership|llc|l\.?l\.?c|l\.?p|inc|foundation|custodia\w+|utma|ugma|disclaims?|pecuniary|managers?|advis[eo]rs?|trustees?|beneficiar(?:y|ies)|on behalf of|not (?:hold|have|share|exercise))\b|^(?!(?:the |each )*(?:reporting (?:person|owner)s?\b(?!['’])|holder\b)|m[rs]s?\.? )[^.;]*\b(?:is|are|was|were) (?:(?!reporting\b)[a-z]+ ){0,5}(?:owners?|holders?)\b|\b(?:held|owned) (?:directly |of record |beneficially )*by (?!the reporting (?:person|owner)s?\b(?!['’]))/i

/** What must be known about a line to judge its notes. */
export interface NotedLine {
  /** P or S. */
  readonly code: string
  readonly tradedOn: string
  /** A share; undefined if it is not known. */
  readonly price: number | undefined
  readonly shares: number | undefined
  readonly ownership: InsiderTransaction['ownership']
  readonly ownershipNature: string | undefined
  readonly isAmendment: boolean
  /** The notes on the trade itself; all others are about its owner, the holding, or the whole form. */
  readonly onTrade: readonly string[]
  /** The company's name. */
  readonly issuer: string
  readonly owners: readonly string[]
  /** All notes of the form: one may define a name for others. */
  readonly notesOfForm: readonly string[]
}

/** Words next to shares that the owner holds directly. Anything else names another holder. */
const OWN =
  /^(?:|d|direct(?:ly)?(?: owner(?:ship)?)?|n\/?a|none|self|individual(?:ly)?|joint(?:ly)?(?: with spouse)?|(?:roth )?ira|see (?:foot)?notes?[ \d()]*)$/i

/** Finds the first sentence in the notes that is not entirely of a known kind that leaves the trade as its line says. What such a
 *  line reports is not known.
 *  @param others  notes other than those on the trade itself
 *  @returns the sentence, or the words about ownership if those contradict each other; undefined if all are known */
export function findUnreadNote(others: readonly string[], line: NotedLine): string | undefined {
  const { ownership, ownershipNature = '' } = line
  // The form is unclear about whose shares these are.
  if (ownership === undefined || (ownership === 'direct' && !OWN.test(ownershipNature)))
    return ownershipNature
  const known = new Set(
    [line.issuer, ...line.owners, ...listDefinedNames(line.notesOfForm)].flatMap(wordsOfName),
  )
  return (
    line.onTrade.flatMap(splitSentences).find((sentence) => !isKnown(sentence, line, known, true)) ??
    others.flatMap(splitSentences).find((sentence) => !isKnown(sentence, line, known, false))
  )
}

/** Whether the notes of a form leave the trades of another one, which it amends, as they are. */
export function leaveTradesAsTheyAre(
  notes: readonly string[],
  form: Pick<NotedLine, 'issuer' | 'owners' | 'notesOfForm' | 'isAmendment'>,
): boolean {
  const trade = { code: 'S', tradedOn: '', price: undefined, shares: undefined, onTrade: [] }
  return (
    findUnreadNote(notes, { ...form, ...trade, ownership: 'indirect', ownershipNature: '' }) === undefined
  )
}

const wordsOfName = (name: string) =>
  name
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')

const ABBREVIATED =
  /\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Inc|Corp|Co|Ltd|No|Mr|Mrs|Ms|Dr|Jr|Sr|Messrs|St)\.|\b(?:[A-Z]\.)+/gi

function splitSentences(note: string): string[] {
  return note
    .replaceAll(ABBREVIATED, (word) => word.replaceAll('.', ''))
    .split(/(?<=[.;:]) +/)
    .filter((sentence) => /\p{L}/u.test(sentence))
}

function isKnown(sentence: string, line: NotedLine, names: ReadonlySet<string>, isOnTrade: boolean): boolean {
  const { code, price, shares, ownership, isAmendment, owners, tradedOn } = line
  const isDirect = ownership === 'direct'
  const told = tellPhrases(hideOwners(sentence, owners).toLowerCase().replaceAll('owner_', 'OWNER'), line)
  if (contradictsPrice(sentence, price) || namesLaterPlan(sentence, tradedOn)) return false
  if (OF_TRADES.some((shape) => shape.test(isDirect ? told : told.replaceAll('THROUGH', 'HOW'))))
    return !isOfFewer(sentence, shares)
  if (isAmendment && OF_AMENDMENTS.test(sentence)) return true
  if (code === 'S' && OF_ORIGINS.test(told)) return true
  const fits = ({ begins, words, not }: Kind) =>
    begins.test(sentence) &&
    not?.test(sentence) !== true &&
    findUnknownWord(sentence, (word) => words.has(word), names) === undefined
  // What vests is not bought.
  if (code === 'P' && isOnTrade && /\b(?:vest|grant|settle|exercis)/i.test(sentence)) return false
  if (ASIDE.some((kind) => (kind !== OF_CHOICE || isUnasked([sentence])) && fits(kind))) return true
  if (!isOnTrade && fits(OF_HOLDINGS)) return true
  return fits(OF_HOLDERS) && !(isDirect && OTHERS.test(sentence) && owners.every(isPerson))
}

const isPerson = (name: string) => presentPerson({ name }) !== undefined

/** Rounded to a cent, or with a fee. */
const NEAR = 0.01

/** Whether a sentence gives prices that exclude the line's price. */
function contradictsPrice(sentence: string, price: number | undefined): boolean {
  const amounts = [...sentence.matchAll(/\$ ?(\d[\d,]*(?:\.\d+)?)/g)].map(([, text = '']) =>
    Number(text.replaceAll(',', '')),
  )
  if (price === undefined || amounts.length === 0) return false
  return price < Math.min(...amounts) * (1 - NEAR) || price > Math.max(...amounts) * (1 + NEAR)
}

/** Whether a sentence on the trade is about fewer shares than the line's: what it says is then not true of all of them. */
function isOfFewer(sentence: string, shares: number | undefined): boolean {
  const numbers = [...sentence.matchAll(/(?<![$.,\d])(\d[\d,]*)(?= shares\b)/gi)].map(([, text = '']) =>
    Number(text.replaceAll(',', '')),
  )
  return shares !== undefined && numbers.some((number) => number < Math.floor(shares))
}

/** 'Mr. Doe' of the owner 'DOE JANE'. */
function hideOwners(sentence: string, owners: readonly string[]): string {
  const words = new Set(owners.flatMap(wordsOfName))
  return sentence.replaceAll(/\b(Mr|Ms|Mrs|Dr) (\p{Lu}[\p{L}-]+)/gu, (both, title: string, name: string) =>
    words.has(name.toLowerCase()) ? `${title} owner_` : both,
  )
}
