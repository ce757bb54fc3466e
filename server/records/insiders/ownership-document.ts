import type { SourceFault } from '../../lib/errors.ts'
import { UnreadableFilingError, type Unread } from '../core/unread-reason.ts'
import type { InsiderFiling, InsiderTransaction } from './insider-filing.ts'
import { isUnasked, readPlanAdoption, readPlanned, tellsOfMoreHeld, withdrawsReport } from './choice-notes.ts'
import { listOfTransaction, readHolderVia, readInsiderVia, readSaleReason } from './footnotes.ts'
import { findUnreadNote, leaveTradesAsTheyAre, type NotedLine } from './known-notes.ts'
import { listHoldings, readOwnership } from './read-holdings.ts'
import { cutTitle, readOwners } from './read-owner.ts'
import {
  isForeignPrice,
  isOtherPrice,
  mayBePerDepositary,
  readPriceRange,
  readSharesPerDepositary,
} from './price-notes.ts'
import {
  parseFormTicker,
  attributeOf,
  child,
  childNamesOf,
  childrenOf,
  listNotesOfConversions,
  footnoteIdsOf,
  readCik,
  ownText,
  parseXml,
  readDay,
  readFlag,
  readNumber,
  textOf,
  valueOf,
  wholeText,
  NO_NOTES,
  PRICES,
  readNotes,
  type Noted,
  type XmlElement,
} from './ownership-xml.ts'

export type OwnershipReport = Omit<
  InsiderFiling,
  'accession' | 'filedOn' | 'pageUrl' | 'recordUrl' | 'retrievedAt'
> & {
  /** Lines of the derivative table in order (options, swaps, notes); never added to shares. */
  readonly derivativeTransactions: readonly InsiderTransaction[]
}

/** Rows per table. The SEC's own form ends at 30; no filing seen, continuations included, has a hundred. */
const MAX_ROWS = 100

const SUBMISSION_HEAD = /<SEC-DOCUMENT>|<SUBMISSION>|<DOCUMENT>/
// Until 2014 submissions came in the envelope of a signed mail.
const SUBMISSION_TAIL = /<\/(?:SEC-DOCUMENT|SUBMISSION)>\s*(?:-----END PRIVACY-ENHANCED MESSAGE-----\s*)?$/

/** Extracts and parses the ownership document of a full submission (ACCESSION.txt, ACCESSION.nc).
 *  @throws TypeError if the text is truncated or something else: worth requesting again
 *  @throws UnreadableFilingError if the document is complete but cannot be used */
export function parseSubmission(text: string): OwnershipReport {
  if (!SUBMISSION_HEAD.test(text)) throw new TypeError('no submission: its head is missing')
  const ownership = listXmlParts(text).find((xml) => /<(?:\w{1,20}:)?ownershipDocument/i.test(xml))
  if (ownership !== undefined) return parseOwnershipXml(ownership, { listedForm: findListedForm(text) })
  if (!SUBMISSION_TAIL.test(text)) throw new TypeError('the submission is cut off')
  throw new UnreadableFilingError('it holds no ownership document in XML')
}

/** Lists what stands between <XML> and </XML>. Searches from the end of the last part, so that unclosed tags cost
 *  nothing. */
function listXmlParts(submission: string): string[] {
  const parts: string[] = []
  for (let end = 0; ;) {
    const start = submission.indexOf('<XML>', end)
    end = start === -1 ? -1 : submission.indexOf('</XML>', start)
    if (end === -1) return parts
    parts.push(submission.slice(start + '<XML>'.length, end).trim())
  }
}

function findListedForm(submission: string): string | undefined {
  return /^(?:CONFORMED SUBMISSION TYPE:|<TYPE>|<ACCESSION-NUMBER>[\d-]+<TYPE>)[ \t]*([^\s<]+)/m.exec(
    submission,
  )?.[1]
}

/** Parses a report in either form the SEC publishes: bare XML or a full submission.
 *  @throws UnreadableFilingError with the reason */
export function parseOwnershipFile(text: string): OwnershipReport {
  const content = text.replace(/^\ufeff/, '').trimStart()
  if (content === '') throw new UnreadableFilingError('it is empty')
  if (/^<(?:!doctype html|html|head|body)\b/i.test(content)) {
    throw new UnreadableFilingError('it is a page of HTML, not a filing')
  }
  if (!SUBMISSION_HEAD.test(content)) {
    if (!content.startsWith('<')) throw new UnreadableFilingError('it is neither XML nor a submission')
    // A single part of a submission, with its <XML> tags.
    return parseOwnershipXml(content.replace(/^<XML>/, '').replace(/<\/XML>\s*$/, ''))
  }
  try {
    return parseSubmission(content)
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableFilingError(error.message, { cause: error })
    throw error
  }
}

/** Parses one ownershipDocument.
 *  @param listedForm  the form given by the submission, for documents of 2003 that do not name it
 *  @throws UnreadableFilingError with the reason */
export function parseOwnershipXml(
  xml: string,
  { listedForm = '' }: { listedForm?: string | undefined } = {},
): OwnershipReport {
  const root = parseXml(xml, 'ownershipDocument')
  const originalFiledOn = readDay(root, 'dateOfOriginalSubmission')
  const typed = readForm(textOf(root, 'documentType') || listedForm, listedForm, originalFiledOn)
  const owners = readOwners(root)
  const issuer = child(root, 'issuer')
  const remarks = childrenOf(root, 'remarks').map(ownText)
  const footnotes = childrenOf(child(root, 'footnotes'), 'footnote')
  const byId = Map.groupBy(footnotes, (note) => attributeOf(note, 'id'))
  const notes = new Map([...byId].map(([id, some]) => [id, some.map(wholeText).join(' ')]))
  const own = listRows(root, 'nonDerivative')
  const derivative = listRows(root, 'derivative')
  if (
    [own, derivative].some(({ transactions, holdings }) => transactions.length + holdings.length > MAX_ROWS)
  ) {
    throw new UnreadableFilingError(`one of its tables has more than ${MAX_ROWS} rows`)
  }
  const rows = [...own.transactions, ...derivative.transactions]
  const ofDocument = [...remarks, ...notes.values()]
  const withdraws = (typed === '4/A' || rows.length === 0) && withdrawsReport(ofDocument)
  // Whoever withdraws a report on another Form 4 amends it.
  const form = withdraws ? '4/A' : typed
  const noted = rows.map((row) => readNotes(row, notes))
  const onConversions = listNotesOfConversions(rows, noted)
  const referred = new Set([...rows, ...own.holdings, ...derivative.holdings].flatMap(footnoteIdsOf))
  // A note that no row refers to may be about any row.
  const ofAll = [...remarks, ...[...notes].flatMap(([id, note]) => (referred.has(id) ? [] : [note]))]
  const ofForm = {
    remarks,
    issuer: textOf(issuer, 'issuerName'),
    owners: owners.map(({ name }) => name),
    notesOfForm: [...notes.values()],
    isAmendment: form === '4/A',
  }
  const planned = readPlanned({ box: readFlag(root, 'aff10b5One'), remarks, lines: noted })
  const isOnly = rows.length === 1
  const first = own.transactions.length
  const readRow = (row: XmlElement, index: number) => {
    const parts = noted[index] ?? NO_NOTES
    const elsewhere = parts.all.filter((note) => !parts.ofTrade.includes(note))
    const ofConversions = onConversions[index] ?? []
    const ofTransaction = listOfTransaction([...elsewhere, ...(isOnly ? remarks : [])])
    return readTransaction(row, index < first ? index + 1 : index + 1 - first, {
      ...parts,
      ofTrade: [...parts.ofTrade, ...ofTransaction, ...ofConversions.filter(tellsOfSale)],
      ...ofForm,
      onTrade: parts.ofTrade,
      others: [...elsewhere, ...ofAll, ...ofConversions],
      isPlanned: planned[index],
    })
  }
  const transactions = own.transactions.map(readRow)
  const derivativeTransactions = derivative.transactions.map((row, index) => readRow(row, first + index))
  const isUnclear =
    form === '4/A' &&
    !transactions.some(isOfShares) &&
    (derivativeTransactions.some(isOfShares) || !leaveTradesAsTheyAre(ofDocument, ofForm))
  return {
    form,
    issuer: {
      cik: readCik(issuer, 'issuerCik'),
      name: cutTitle(textOf(issuer, 'issuerName')),
      ticker: parseFormTicker(textOf(issuer, 'issuerTradingSymbol')),
    },
    owners,
    periodOfReport: readDay(root, 'periodOfReport'),
    originalFiledOn,
    withdraws,
    ...(isUnclear && { isUnclear }),
    transactions,
    holdings: listHoldings(own.holdings, [...derivative.transactions, ...derivative.holdings]),
    derivativeTransactions,
  }
}

/** @param listed  the submission's form type: it may say "amendment" when the document does not
 *  @param originalFiledOn  only an amendment has an original */
function readForm(text: string, listed: string, originalFiledOn: string | undefined): InsiderFiling['form'] {
  const form = text.toUpperCase().replaceAll(/\s|^FORM/g, '')
  const isAmendment = listed.toUpperCase() === '4/A' || originalFiledOn !== undefined
  if (form === '4/A' || (form === '4' && isAmendment)) return '4/A'
  if (form === '4') return form
  if (form === '') throw new UnreadableFilingError('it does not say which form it is')
  throw new UnreadableFilingError(`it is a Form ${form.slice(0, 10)}, not a Form 4`)
}

/** Lists the rows of one table. The schema of early 2003 has no tables: every row is a "security", with or without a
 *  transaction.
 *  @throws UnreadableFilingError for an unknown kind of row: it could be a trade */
function listRows(root: XmlElement, kind: 'nonDerivative' | 'derivative') {
  const tables = childrenOf(root, `${kind}Table`)
  const known = new Set(['Transaction', 'Holding', 'Security'].map((row) => `${kind}${row}`.toLowerCase()))
  const unknown = tables.flatMap(childNamesOf).find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new UnreadableFilingError(`its table has a row that is not known: ${unknown}`)
  const rowsOf = (row: string) => [...tables, root].flatMap((parent) => childrenOf(parent, `${kind}${row}`))
  const securities = rowsOf('Security')
  return {
    transactions: [...rowsOf('Transaction'), ...securities.filter(isTransaction)],
    holdings: [...rowsOf('Holding'), ...securities.filter((row) => !isTransaction(row))],
  }
}

function isTransaction(security: XmlElement): boolean {
  return ['transactionDate', 'transactionCoding', 'transactionAmounts'].some(
    (name) => childrenOf(security, name).length > 0,
  )
}

const isOfShares = ({ code }: InsiderTransaction) => code === 'P' || code === 'S'
const tellsOfSale = (note: string) => /\b(?:sold|sales?)\b/i.test(note)

interface Remarks
  extends Noted, Pick<NotedLine, 'issuer' | 'owners' | 'isAmendment' | 'notesOfForm' | 'onTrade'> {
  readonly remarks: readonly string[]
  readonly others: readonly string[]
  readonly isPlanned: boolean | undefined
}

function readTransaction(row: XmlElement, number: number, noted: Remarks): InsiderTransaction {
  const { all, ofTrade, onAmounts, onPrice, onHolding, remarks, others, isPlanned } = noted
  const coding = child(row, 'transactionCoding')
  const amounts = child(row, 'transactionAmounts')
  const security = cutTitle(valueOf(row, 'securityTitle'))
  const tradedOn = readDay(row, 'transactionDate')
  if (tradedOn === undefined)
    throw new UnreadableFilingError(`its line ${number} has no date that can be read`)
  const code = valueOf(coding, 'transactionCode').toUpperCase()
  const reason = readSaleReason(code, ofTrade)
  const [perShare, value] = PRICES.map((name) => readNumber(amounts, name))
  const notesOfAll = [...noted.notesOfForm, ...remarks]
  const sharesPerDepositary = readSharesPerDepositary(security, notesOfAll)
  const isNoPrice =
    isForeignPrice(onPrice, [...ofTrade, ...remarks]) ||
    isOtherPrice(onPrice, security, ofTrade) ||
    (sharesPerDepositary === undefined && mayBePerDepositary(security, notesOfAll))
  const price = isNoPrice ? undefined : (perShare ?? value)
  const isTrade = code === 'P' || code === 'S'
  // A swap is settled in cash: no share changes hands.
  const isSwap = isTrade && readFlag(coding, 'equitySwapInvolved') === true
  const { ownership, ownershipNature } = readOwnership(child(row, 'ownershipNature'))
  const shares = readNumber(amounts, 'transactionShares')
  const own = { code, tradedOn, price, shares, ownership, ownershipNature }
  const isUnread = isTrade && findUnreadNote(others, { ...noted, ...own }) !== undefined
  const known = readInsiderVia(code, ofTrade) ?? readHolderVia(code, ownershipNature)
  const via = isUnread && (known === undefined || known === 'taxes') ? 'unread note' : known
  const direction = valueOf(amounts, 'transactionAcquiredDisposedCode').toUpperCase()
  return {
    line: number,
    security,
    ...own,
    deemedExecutedOn: readDay(row, 'deemedExecutionDate'),
    direction: direction === 'A' ? 'acquired' : direction === 'D' ? 'disposed' : undefined,
    ownedAfter: readNumber(child(row, 'postTransactionAmounts'), 'sharesOwnedFollowingTransaction'),
    isPlanned: isUnread ? undefined : isPlanned,
    isUnasked: isTrade && isPlanned !== true && isUnasked(all),
    isMoreHeld: tellsOfMoreHeld(onHolding),
    ...(isNotDue(row, coding) && { isNotDue: true }),
    ...(sharesPerDepositary !== undefined && { sharesPerDepositary }),
    via: isSwap ? 'transfer' : via,
    reason: reason === 'taxes' ? undefined : reason,
    planAdoptedOn:
      isPlanned === true && !isUnread ? readPlanAdoption([...all, ...remarks], tradedOn) : undefined,
    priceRange: readPriceRange(onAmounts, price),
  }
}

/** Whether a line may wait for the yearly Form 5, or is reported earlier than required ('V' on the printed form). */
function isNotDue(row: XmlElement, coding: XmlElement): boolean {
  return textOf(coding, 'transactionFormType') === '5' || valueOf(row, 'transactionTimeliness') === 'E'
}

/** The result of parsing a submission. */
export type Reading = { readonly report: OwnershipReport } | Unread<SourceFault | 'not-read'>

/** Parses a submission; a complete but unusable document is a result, not an error to retry.
 *  @throws TypeError if it is truncated or something else */
export function readSubmission(text: string): Reading {
  try {
    return { report: parseSubmission(text) }
  } catch (error) {
    if (error instanceof UnreadableFilingError) return { code: error.code, reason: error.message }
    throw error
  }
}
