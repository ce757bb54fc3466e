import { isOfKind, listDefinedNames, type NoteKind } from '../names/known-words.ts'
import { presentPerson } from '../names/present-names.ts'
import { isUnasked, namesLaterPlan } from './choice-notes.ts'
import type { InsiderTransaction } from './insider-filing.ts'
import { ASIDE, OF_CHOICE, OF_CORRECTIONS, OF_HOLDERS, OF_HOLDINGS } from './note-kinds.ts'
import { tellPhrases } from './note-phrases.ts'

/** Sentences about a trade, once their phrases are replaced. A sentence with anything else left over is unknown. */
const OF_TRADES: readonly RegExp[] = [
  /^(?:(?:(?:this (?:amount|number) )?represents?|reflects?|this is|these are) )?(?:DEAL|DEAL DONE|DEAL (?:was|were)(?= WHY)|SHARES (?:TRADED|DONE)|TRADED(?= )|WHO (?:has |have )?TRADED SHARES)(?: (?:HOW|WHY|BYPLAN|COSTS))*(?: (?:(?:solely|only|partially) )?TAXES)?$/,
  /^(?:represents )?(?:SHARES automatically TRADED|(?:automatic|non-?discretionary|mandatory) DEAL)(?: HOW)* TAXES$/,
  /^(?:represents )?(?:DEAL|SHARES)(?: DONE| TRADED)?(?: by ISSUER)?(?: on behalf of WHO)?(?: HOW)* (?:solely )?TAXES$/,
  /^(?:DEAL|SHARES) AUTOMATIC(?: HOW)* (?:BYPLAN|TAXES)(?: (?:HOW|WHY))*$/,
  /^(?:(?:PRICE )?(?:is|are|reflects?|represents?) )?MEAN(?: (?:of )?SHARES TRADED)?(?: (?:HOW|COSTS|HERE))*$/,
  /^(?:the )?(?:actual )?prices(?: actually)?(?: received| paid)? HOW$|^(?:price )?range$|^(?:the )?range of (?:DEAL )?prices (?:is|was) USD (?:to|and|-|–) USD$|^USD (?:-|–|to|and) USD$|^(?:PRICE|(?:the )?(?:DEAL )?price) COSTS$/,
  /^(?:(?:the|these) )?(?:SHARES )?(?:(?:are|were) )?held (?:jointly(?: with (?:HIS )?(?:spouse|wife|husband))?|HOW)$/,
  /^PRICE (?:is|are|reflects?|represents?) an AVERAGE$/,
  /^(?:HOW ?)+$|^COSTS$|^(?:number )?SHARES rounded to the nearest whole SHARES$|^rounded to the nearest (?:cent|whole SHARES)$/,
  /^(?:BYPLAN|PLAN|PLAN (?:was|has been) ADOPTED|PLAN (?:DONE|was completed) HOW|WHO adopted PLAN HOW)$/,
  /^(?:the plan|PLAN) (?:has been in existence since (?:the )?\w+ of NUM and )?provides for periodic DEAL WHY$/,
  /^DEAL (?:is|are|was|were) (?:mandated by THEIRS election under its (?:\w+ ){0,3}plans? to require the satisfaction of|to satisfy) (?:(?:an?|the|HIS|minimum|statutory) )*tax withholding obligations? to be funded by an? '?sell to cover'? (?:DEAL|transaction)(?: and (?:does|do) not represent (?:an? )?discretionary (?:DEAL|trades?)(?: HOW)?)?$/,
]
/** Says that the seller did not choose the sale, which leaves the trade as it is only if the reason, taxes or a plan, is
 *  given too. */
const NOT_CHOSEN =
  /^(?:(?:DEAL|it|they) )?(?:(?:is|are|was|were) (?:(?:mandated|required) by (?:ISSUER|THEIRS election under its (?:\w+ ){0,3}plans?)|non-?discretionary|not discretionary(?: (?:on the part of|by) WHO| HOW)?|(?:made )?pursuant to THEIRS (?:mandatory )?sell-to-cover policy)|(?:does|do|did) not represent (?:an? )?discretionary (?:DEAL|TRADE|trades?)(?: HOW)?)(?: and (?:(?:is|are|was|were) )?(?:non-?discretionary|not discretionary(?: (?:on the part of|by) WHO| HOW)?|(?:made )?pursuant to THEIRS (?:mandatory )?sell-to-cover policy|(?:does|do|did) not represent (?:an? )?discretionary (?:DEAL|TRADE|trades?)(?: HOW)?))?$/
const OF_TAXES_OR_PLANS = /\btax(?:es)?\b|\bwithholding\b|10b/i

/** Where sold shares came from. */
const OF_ORIGINS =
  /^SHARES (?:TRADED )?(?:(?:was|were|had been|have been) )?(?:acquired|received|issued) (?:upon|through|by|from|on) (?:VESTING|(?:the )?(?:vesting|exercise|settlement) of EQUITY|(?:the )?conversion of (?:(?:an equal number|one|NUM) )*SHARES)(?: DONE)?(?: HOW)*$|^each SHARES was issued upon conversion of one SHARES$/

/** What an amendment corrects, if that is not part of the trade. */
const OF_AMENDMENTS =
  /^this (?:amendment|form 4\/a|amended form 4) is being filed (?:solely )?to (?:correct|include|add|reflect) (?:the |an? )?(?:(?:number|amount|total) of (?:shares|securities) (?:beneficially )?owned following the reported transactions?|ticker symbol|(?:inadvertently )?omitted (?:footnotes?|exhibit|power of attorney)|exhibit \d+|power of attorney|signature|title of the reporting person)\.?$/i

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
  if (NOT_CHOSEN.test(told)) return line.onTrade.some((note) => OF_TAXES_OR_PLANS.test(note))
  if (code === 'S' && OF_ORIGINS.test(told)) return true
  const fits = (kind: NoteKind) => isOfKind(sentence, kind, names)
  // An amendment without trades may say what was wrong with those of the report.
  if (isAmendment && (OF_AMENDMENTS.test(sentence) || (tradedOn !== '' && fits(OF_CORRECTIONS)))) return true
  // What vests is not bought.
  if (code === 'P' && isOnTrade && /\b(?:vest|grant|settle|exercis|converts?\b)/i.test(sentence)) return false
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
