import { describe, expect, it } from 'vitest'

import { parseFormTicker } from './insiders/ownership-xml.ts'
import { UnreadableFilingError } from './core/unread-reason.ts'
import { parseOwnershipXml, parseSubmission } from './insiders/ownership-document.ts'
import { readFredCsv } from './series/read-csv-series.ts'
import { readTreasuryYields } from './series/read-treasury.ts'

/** Of an ownership document that is right but for one field. */
function filingWith({ title = 'CEO', name = 'Acme', shares = '1', rows = 1, footnote = '' }) {
  const row = `<nonDerivativeTransaction><transactionDate><value>2025-01-27</value></transactionDate>
    <transactionAmounts><transactionShares><value>${shares}</value></transactionShares></transactionAmounts></nonDerivativeTransaction>`
  return `<ownershipDocument><documentType>4</documentType>
    <issuer><issuerCik>42</issuerCik><issuerName>${name}</issuerName></issuer>
    <reportingOwner><reportingOwnerId><rptOwnerCik>77</rptOwnerCik></reportingOwnerId>
    <reportingOwnerRelationship><officerTitle>${title}</officerTitle></reportingOwnerRelationship></reportingOwner>
    <nonDerivativeTable>${row.repeat(rows)}</nonDerivativeTable><footnotes><footnote id="F1">${footnote}</footnote></footnotes></ownershipDocument>`
}

const MANY = 1_000_000

/** @returns 'read', or the name of the error */
function outcomeOf(read: () => unknown): string {
  try {
    read()
    return 'read'
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
}

// What these took before grew with the square of their length or more: the clock of a test would run out.
describe('a hostile submission', () => {
  it.each([
    ['<XML> and blanks', `<XML>${' '.repeat(MANY)}x`],
    ['<XML> without end', '<XML>'.repeat(MANY / 5)],
    ['parts that are empty', '<XML></XML>'.repeat(MANY / 11)],
    ['ends', `${'</SUBMISSION> '.repeat(MANY / 14)}.`],
    ['a prefix without end', `<XML><${'a'.repeat(MANY)}</XML>`],
  ])('of %s is cut off, or holds nothing', (_name, text) => {
    expect(() => parseSubmission(`<SEC-DOCUMENT>${text}`)).toThrow(TypeError)
  })

  it.each([
    ['a title that points elsewhere', { title: 'see '.repeat(MANY / 4) }],
    ['a name', { name: 'x'.repeat(MANY) }],
    ['a note', { footnote: 'not '.repeat(MANY / 4) }],
    ['rows', { rows: 3_000 }],
    ['a number beyond all bounds', { shares: '9'.repeat(400) }],
  ])('is refused for %s', (_name, parts) => {
    expect(() => parseOwnershipXml(filingWith(parts))).toThrow(UnreadableFilingError)
  })

  it('gives no half of a character to the database', () => {
    expect(parseOwnershipXml(filingWith({ name: 'Ac&#xD800;me&#0; Inc' })).issuer.name).toBe('Acme Inc')
  })

  it('reads no more of a ticker than a few of them have', () => {
    expect(parseFormTicker(`A${'.'.repeat(MANY)}X`)).toBe('A')
    expect(parseFormTicker('-.ABC.-')).toBe('ABC')
  })
})

describe('a hostile file of figures', () => {
  it.each([
    ['""\n', 'read'],
    ['"', 'TypeError'],
    ['"\n', 'read'],
    ['",a"b,"c\n', 'TypeError'],
    ['a,"\n', 'TypeError'],
  ])('of %j is settled', (line, outcome) => {
    const text = `observation_date,X\n${line.repeat(MANY / 2 / line.length)}\n`
    expect(outcomeOf(() => readFredCsv(text))).toBe(outcome)
  })

  it('has no number of a thousand digits', () => {
    const row = `2025-01-01,${'1'.repeat(MANY)}.`
    expect(() => readFredCsv(`observation_date,X\n${row}x\n`)).toThrow('is not a number')
    expect(() => readFredCsv(`observation_date,X\n${row}\n`)).toThrow('is not a number')
  })

  it.each([
    ['<entry>', 'TypeError'],
    ['<!--', 'TypeError'],
    ['<entry/>', 'TypeError'],
    ['&amp;', 'read'],
    ['<b/>', 'read'],
  ])('of %j in a feed is settled', (token, outcome) => {
    const feed = `<feed>${token.repeat(MANY / 10)}</feed>`
    expect(outcomeOf(() => readTreasuryYields(feed, ['BC_10YEAR']))).toBe(outcome)
  })
})
