import { describe, expect, it } from 'vitest'

import { parseFormTicker } from './insiders/ownership-xml.ts'
import { UnreadableFilingError } from './core/unread-reason.ts'
import { parseOwnershipXml, parseSubmission } from './insiders/ownership-document.ts'
import { readFredCsv } from './series/read-csv-series.ts'
import { readTreasuryYields } from './series/read-treasury.ts'

/** An ownership document that is valid except for one field. */
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

// An earlier version took quadratic time or worse on these, so the tests would time out.
describe('parseSubmission and parseOwnershipXml on hostile input', () => {
  it.each([
    ['<XML> and blanks', `<XML>${' '.repeat(MANY)}x`],
    ['<XML> without end', '<XML>'.repeat(MANY / 5)],
    ['parts that are empty', '<XML></XML>'.repeat(MANY / 11)],
    ['ends', `${'</SUBMISSION> '.repeat(MANY / 14)}.`],
    ['a prefix without end', `<XML><${'a'.repeat(MANY)}</XML>`],
  ])('rejects a submission of %s as truncated or empty', (_name, text) => {
    expect(() => parseSubmission(`<SEC-DOCUMENT>${text}`)).toThrow(TypeError)
  })

  it.each([
    ['a title that points elsewhere', { title: 'see '.repeat(MANY / 4) }],
    ['a name', { name: 'x'.repeat(MANY) }],
    ['a note', { footnote: 'not '.repeat(MANY / 4) }],
    ['rows', { rows: 3_000 }],
    ['a number beyond all bounds', { shares: '9'.repeat(400) }],
  ])('rejects a document with %s', (_name, parts) => {
    expect(() => parseOwnershipXml(filingWith(parts))).toThrow(UnreadableFilingError)
  })

  it('drops lone surrogates and NUL', () => {
    expect(parseOwnershipXml(filingWith({ name: 'Ac&#xD800;me&#0; Inc' })).issuer.name).toBe('Acme Inc')
  })

  it('reads only the beginning of a long ticker', () => {
    expect(parseFormTicker(`A${'.'.repeat(MANY)}X`)).toBe('A')
    expect(parseFormTicker('-.ABC.-')).toBe('ABC')
  })
})

describe('readers of series on hostile input', () => {
  it.each([
    ['""\n', 'read'],
    ['"', 'TypeError'],
    ['"\n', 'read'],
    ['",a"b,"c\n', 'TypeError'],
    ['a,"\n', 'TypeError'],
  ])('handles a file of %j', (line, outcome) => {
    const text = `observation_date,X\n${line.repeat(MANY / 2 / line.length)}\n`
    expect(outcomeOf(() => readFredCsv(text))).toBe(outcome)
  })

  it('rejects an endless number', () => {
    const row = `2025-01-01,${'1'.repeat(MANY)}.`
    expect(() => readFredCsv(`observation_date,X\n${row}x\n`)).toThrow('is not a number')
    expect(() => readFredCsv(`observation_date,X\n${row}\n`)).toThrow('is not a number')
  })

  it.each([
    ['<entry>', 'TypeError'],
    ['<!--', 'TypeError'],
    ['<entry/>', 'read'],
    ['&amp;', 'read'],
    ['<b/>', 'read'],
  ])('handles a feed of %j', (token, outcome) => {
    const feed = `<feed>${token.repeat(MANY / 10)}</feed>`
    expect(outcomeOf(() => readTreasuryYields(feed, ['BC_10YEAR']))).toBe(outcome)
  })
})
