import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'

import { isCalendarDay } from '../business-days.ts'
import type { InsiderFiling, InsiderHolding, InsiderOwner, InsiderTransaction } from '../insider-filing.ts'

/** A whole document that is not what its listing said, or that does not hold together: asking again will not help. */
export class UnreadableFilingError extends Error {
  override readonly name = 'UnreadableFilingError'
}

export type OwnershipReport = Omit<
  InsiderFiling,
  'accession' | 'filedOn' | 'pageUrl' | 'recordUrl' | 'retrievedAt'
>

const LISTS = new Set([
  'reportingOwner',
  'nonDerivativeTransaction',
  'nonDerivativeHolding',
  'derivativeTransaction',
  'footnote',
  'footnoteId',
])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  // Everything stays text: "1E5" or "TRUE" may be a ticker.
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  isArray: (name) => LISTS.has(name),
})

// An element is text, or an object where it has children or attributes, or '' where it is empty.
const branch = z.union([z.record(z.string(), z.unknown()), z.string()])
type Branch = z.infer<typeof branch>

/** Takes the ownership document out of a full submission (ACCESSION.txt) and reads it.
 *  @throws TypeError when the text is cut off or is something else: worth asking again
 *  @throws UnreadableFilingError when the document is whole and yet cannot be used */
export function parseSubmission(text: string): OwnershipReport {
  if (!/<SEC-DOCUMENT>|<SUBMISSION>|<DOCUMENT>/.test(text))
    throw new TypeError('no submission: its head is missing')
  const documents = [...text.matchAll(/<XML>\s*([\s\S]*?)\s*<\/XML>/g)].map((found) => found[1] ?? '')
  const ownership = documents.find((xml) => xml.includes('<ownershipDocument'))
  if (ownership !== undefined) return parseOwnershipXml(ownership)
  if (!/<\/(SEC-DOCUMENT|SUBMISSION)>\s*$/.test(text)) throw new TypeError('the submission is cut off')
  throw new UnreadableFilingError('it holds no ownership document in XML')
}

/** Reads one ownershipDocument.
 *  @throws UnreadableFilingError saying what is wrong with it */
export function parseOwnershipXml(xml: string): OwnershipReport {
  if (/<!DOCTYPE/i.test(xml)) throw new UnreadableFilingError('its XML declares a document type')
  const validity = XMLValidator.validate(xml)
  if (validity !== true) throw new UnreadableFilingError(`its XML is broken: ${validity.err.msg}`)
  const root = child(toBranch(parser.parse(xml)), 'ownershipDocument')
  const form = textOf(root, 'documentType')
  if (form !== '4' && form !== '4/A')
    throw new UnreadableFilingError(`it is a form "${form.slice(0, 10)}", not a 4`)
  const owners = listOf(root, 'reportingOwner').map(readOwner)
  if (owners.length === 0) throw new UnreadableFilingError('it names no owner')
  const issuer = child(root, 'issuer')
  const table = child(root, 'nonDerivativeTable')
  const plan = readPlan(root)
  return {
    form,
    issuer: {
      cik: readCik(issuer, 'issuerCik'),
      name: textOf(issuer, 'issuerName'),
      ticker: parseFormTicker(textOf(issuer, 'issuerTradingSymbol')),
    },
    owners,
    periodOfReport: readDay(root, 'periodOfReport'),
    originalFiledOn: readDay(root, 'dateOfOriginalSubmission'),
    transactions: listOf(table, 'nonDerivativeTransaction').map((line, index) =>
      readTransaction(line, index + 1, plan),
    ),
    holdings: listOf(table, 'nonDerivativeHolding').map(readHolding),
    derivativeTransactionCount: listOf(child(root, 'derivativeTable'), 'derivativeTransaction').length,
  }
}

/** The ticker as people type it into the form: "NYSE: ABC", "(ABC)", "ABC, ABCW", "NONE".
 *  @returns upper-case; undefined where there is none */
export function parseFormTicker(text: string): string | undefined {
  const first =
    text
      .toUpperCase()
      .replace(/^.*:/, '')
      .split(/[,;/]|\s+AND\s+/)[0] ?? ''
  const ticker = first.replaceAll(/[()[\]"'\s]/g, '')
  const isTicker = /^(?=.*[A-Z0-9])[A-Z0-9.-]{1,15}$/.test(ticker)
  return isTicker && !['NONE', 'N', 'NA', 'N.A.', 'NULL', 'NOTAPPLICABLE'].includes(ticker)
    ? ticker
    : undefined
}

function readOwner(owner: Branch): InsiderOwner {
  const id = child(owner, 'reportingOwnerId')
  const relationship = child(owner, 'reportingOwnerRelationship')
  const title = textOf(relationship, 'officerTitle')
  return {
    cik: readCik(id, 'rptOwnerCik'),
    name: textOf(id, 'rptOwnerName'),
    isDirector: readFlag(relationship, 'isDirector') ?? false,
    isOfficer: readFlag(relationship, 'isOfficer') ?? false,
    isTenPercentOwner: readFlag(relationship, 'isTenPercentOwner') ?? false,
    officerTitle:
      title === '' || /\bsee\b.*\b(remarks?|footnotes?|below|exhibit)/i.test(title) ? undefined : title,
  }
}

function readTransaction(line: Branch, number: number, plan: Plan): InsiderTransaction {
  const coding = child(line, 'transactionCoding')
  const amounts = child(line, 'transactionAmounts')
  const nature = child(line, 'ownershipNature')
  const tradedOn = readDay(line, 'transactionDate')
  if (tradedOn === undefined)
    throw new UnreadableFilingError(`its line ${number} has no date that can be read`)
  const direction = valueOf(amounts, 'transactionAcquiredDisposedCode')
  return {
    line: number,
    security: valueOf(line, 'securityTitle'),
    tradedOn,
    deemedExecutedOn: readDay(line, 'deemedExecutionDate'),
    code: textOf(coding, 'transactionCode').toUpperCase(),
    direction: direction === 'A' ? 'acquired' : direction === 'D' ? 'disposed' : undefined,
    shares: readNumber(amounts, 'transactionShares'),
    price: readNumber(amounts, 'transactionPricePerShare'),
    ownedAfter: readNumber(child(line, 'postTransactionAmounts'), 'sharesOwnedFollowingTransaction'),
    ...readOwnership(nature),
    isPlanned: plan.isPlanned(footnoteIdsOf(line)),
  }
}

function readHolding(line: Branch): InsiderHolding {
  return {
    security: valueOf(line, 'securityTitle'),
    owned: readNumber(child(line, 'postTransactionAmounts'), 'sharesOwnedFollowingTransaction'),
    ...readOwnership(child(line, 'ownershipNature')),
  }
}

function readOwnership(nature: Branch): Pick<InsiderHolding, 'ownership' | 'ownershipNature'> {
  const code = valueOf(nature, 'directOrIndirectOwnership')
  return {
    ownership: code === 'D' ? 'direct' : code === 'I' ? 'indirect' : undefined,
    ownershipNature: valueOf(nature, 'natureOfOwnership') || undefined,
  }
}

interface Plan {
  isPlanned(footnoteIds: ReadonlySet<string>): boolean | undefined
}

/** The box came in April 2023; before it, and beside it, filers name the rule in footnotes or remarks. A footnote that
 *  denies a plan counts for nothing. */
function readPlan(root: Branch): Plan {
  const box = readFlag(root, 'aff10b5One')
  const naming = new Set<string>()
  for (const footnote of listOf(child(root, 'footnotes'), 'footnote')) {
    if (namesPlan(ownText(footnote))) naming.add(attribute(footnote, 'id'))
  }
  const remarksName = namesPlan(textOf(root, 'remarks'))
  return {
    isPlanned: (ids) => box === true || remarksName || [...ids].some((id) => naming.has(id)) || box,
  }
}

function namesPlan(text: string): boolean {
  return /10b-?5-?1/i.test(text) && !/\bnot\b[^.]{0,80}10b-?5-?1/i.test(text)
}

function footnoteIdsOf(element: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(element)) for (const item of element) footnoteIdsOf(item, found)
  else if (typeof element === 'object' && element !== null) {
    for (const [name, value] of Object.entries(element)) {
      if (name === 'footnoteId' && Array.isArray(value)) {
        for (const reference of value) found.add(attribute(toBranch(reference), 'id'))
      } else footnoteIdsOf(value, found)
    }
  }
  return found
}

function toBranch(value: unknown): Branch {
  const parsed = branch.safeParse(value)
  return parsed.success ? parsed.data : ''
}

function child(parent: Branch, name: string): Branch {
  return typeof parent === 'string' ? '' : toBranch(parent[name])
}

function listOf(parent: Branch, name: string): Branch[] {
  const list = typeof parent === 'string' ? undefined : parent[name]
  return Array.isArray(list) ? list.map(toBranch) : []
}

function attribute(element: Branch, name: string): string {
  const value = typeof element === 'string' ? undefined : element[`@${name}`]
  return typeof value === 'string' ? value : ''
}

function ownText(element: Branch): string {
  const text = typeof element === 'string' ? element : element['#text']
  return typeof text === 'string' ? clean(text) : ''
}

function textOf(parent: Branch, name: string): string {
  return ownText(child(parent, name))
}

/** Most fields wrap their text in <value>, the same field in an older schema may not. */
function valueOf(parent: Branch, name: string): string {
  const field = child(parent, name)
  return textOf(field, 'value') || ownText(field)
}

function readCik(parent: Branch, name: string): string {
  const cik = textOf(parent, name).replace(/^0+(?=\d)/, '')
  if (!/^\d{1,10}$/.test(cik)) throw new UnreadableFilingError(`its ${name} is not a number`)
  return cik
}

function readFlag(parent: Branch, name: string): boolean | undefined {
  const text = valueOf(parent, name).toLowerCase()
  if (['1', 'true', 'y', 'yes'].includes(text)) return true
  return ['0', 'false', 'n', 'no'].includes(text) ? false : undefined
}

/** A date may carry a time zone ("2025-01-10-05:00"): the day is what was typed. */
function readDay(parent: Branch, name: string): string | undefined {
  const day = valueOf(parent, name).slice(0, 10)
  return isCalendarDay(day) ? day : undefined
}

function readNumber(parent: Branch, name: string): number | undefined {
  const text = valueOf(parent, name).replaceAll(/[$,\s]/g, '')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined
}

// Control and direction-changing characters have no place in a name and could turn a line around.
function clean(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
