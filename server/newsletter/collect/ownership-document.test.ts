import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import {
  parseFormTicker,
  parseOwnershipXml,
  parseSubmission,
  UnreadableFilingError,
} from './ownership-document.ts'

const OWNER = `<reportingOwner><reportingOwnerId><rptOwnerCik>0000000077</rptOwnerCik><rptOwnerName>Doe Jane</rptOwnerName></reportingOwnerId>
  <reportingOwnerRelationship><isDirector>true</isDirector><isOfficer>1</isOfficer><officerTitle>See Remarks</officerTitle></reportingOwnerRelationship></reportingOwner>`

const trade = (parts: { price?: string; date?: string; shares?: string } = {}) => `<nonDerivativeTransaction>
  <securityTitle><value>Common Stock</value></securityTitle>
  <transactionDate><value>${parts.date ?? '2025-01-27'}</value></transactionDate>
  <transactionCoding><transactionFormType>4</transactionFormType><transactionCode>P</transactionCode></transactionCoding>
  <transactionAmounts>
    <transactionShares><value>${parts.shares ?? '1,000'}</value></transactionShares>
    <transactionPricePerShare>${parts.price ?? '<value>12.50</value>'}</transactionPricePerShare>
    <transactionAcquiredDisposedCode><value>A</value></transactionAcquiredDisposedCode>
  </transactionAmounts>
  <postTransactionAmounts><sharesOwnedFollowingTransaction><value>5000</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
  <ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
</nonDerivativeTransaction>`

const document = (
  parts: { form?: string; ticker?: string; owners?: string; rows?: string; rest?: string } = {},
) =>
  `<?xml version="1.0"?><ownershipDocument><documentType>${parts.form ?? '4'}</documentType><periodOfReport>2025-01-27-05:00</periodOfReport>
  <issuer><issuerCik>0000000042</issuerCik><issuerName>Acme &amp; Sons</issuerName><issuerTradingSymbol>${parts.ticker ?? 'ACME'}</issuerTradingSymbol></issuer>
  ${parts.owners ?? OWNER}<nonDerivativeTable>${parts.rows ?? trade()}</nonDerivativeTable>${parts.rest ?? ''}</ownershipDocument>`

const firstLine = (xml: string) => parseOwnershipXml(xml).transactions[0]

describe('parseOwnershipXml', () => {
  it('reads a filing with one owner and one line', () => {
    expect(parseOwnershipXml(document())).toEqual({
      form: '4',
      issuer: { cik: '42', name: 'Acme & Sons', ticker: 'ACME' },
      owners: [
        {
          cik: '77',
          name: 'Doe Jane',
          isDirector: true,
          isOfficer: true,
          isTenPercentOwner: false,
          officerTitle: undefined,
        },
      ],
      periodOfReport: '2025-01-27',
      originalFiledOn: undefined,
      transactions: [
        {
          line: 1,
          security: 'Common Stock',
          tradedOn: '2025-01-27',
          deemedExecutedOn: undefined,
          code: 'P',
          direction: 'acquired',
          shares: 1000,
          price: 12.5,
          ownedAfter: 5000,
          ownership: 'direct',
          ownershipNature: undefined,
          isPlanned: undefined,
        },
      ],
      holdings: [],
      derivativeTransactionCount: 0,
    })
  })

  it('leaves a price that is only a footnote open', () => {
    expect(firstLine(document({ rows: trade({ price: '<footnoteId id="F1"/>' }) }))?.price).toBeUndefined()
  })

  it('reads a price beside a footnote, with dollar sign and commas', () => {
    const rows = trade({ price: '<value>$1,012.5</value><footnoteId id="F1"/>' })
    expect(firstLine(document({ rows }))?.price).toBe(1012.5)
  })

  it('takes the day from a date with a time zone', () => {
    expect(firstLine(document({ rows: trade({ date: '2025-01-27-05:00' }) }))?.tradedOn).toBe('2025-01-27')
  })

  it.each([
    ['the box, as a number', '<aff10b5One>1</aff10b5One>', true],
    ['the box, as a word', '<aff10b5One>true</aff10b5One>', true],
    ['the empty box', '<aff10b5One>0</aff10b5One>', false],
    ['no box', '', undefined],
    [
      'a footnote of the line',
      '<footnotes><footnote id="F1">Sold under a Rule 10b5-1 plan.</footnote></footnotes>',
      true,
    ],
    [
      'a footnote of another line',
      '<footnotes><footnote id="F2">Sold under a Rule 10b5-1 plan.</footnote></footnotes>',
      undefined,
    ],
    [
      'a footnote that denies it',
      '<footnotes><footnote id="F1">This was not made under a Rule 10b5-1 plan.</footnote></footnotes>',
      undefined,
    ],
  ])('knows a plan by %s', (_name, rest, expected) => {
    const rows = trade({ price: '<value>1</value><footnoteId id="F1"/>' })
    expect(firstLine(document({ rows, rest }))?.isPlanned).toBe(expected)
  })

  it('reads several owners, several lines, holdings and an amendment’s date', () => {
    const holding =
      '<nonDerivativeHolding><securityTitle><value>Common Stock</value></securityTitle><postTransactionAmounts><sharesOwnedFollowingTransaction><value>9</value></sharesOwnedFollowingTransaction></postTransactionAmounts><ownershipNature><directOrIndirectOwnership><value>I</value></directOrIndirectOwnership><natureOfOwnership><value>By trust</value></natureOfOwnership></ownershipNature></nonDerivativeHolding>'
    const filing = parseOwnershipXml(
      document({
        form: '4/A',
        owners: OWNER + OWNER.replace('0000000077', '0000000078'),
        rows: trade() + trade() + holding,
        rest: '<dateOfOriginalSubmission>2025-01-28</dateOfOriginalSubmission>',
      }),
    )
    expect(filing.owners.map(({ cik }) => cik)).toEqual(['77', '78'])
    expect(filing.transactions.map((line) => line.line)).toEqual([1, 2])
    expect(filing.holdings).toEqual([
      { security: 'Common Stock', owned: 9, ownership: 'indirect', ownershipNature: 'By trust' },
    ])
    expect([filing.form, filing.originalFiledOn]).toEqual(['4/A', '2025-01-28'])
  })

  it('takes control and direction-changing characters out of names', () => {
    const xml = document().replace('Acme &amp; Sons', 'Ac\u202eme\n  Sons')
    expect(parseOwnershipXml(xml).issuer.name).toBe('Ac me Sons')
  })

  it.each([
    ['another form', document({ form: '3' }), 'form "3"'],
    ['broken XML', document().replace('</issuer>', ''), 'XML is broken'],
    ['a document type', document().replace('<own', '<!DOCTYPE x [<!ENTITY a "b">]><own'), 'document type'],
    ['no owner', document({ owners: '' }), 'no owner'],
    ['a line without a date', document({ rows: trade({ date: 'soon' }) }), 'line 1 has no date'],
    ['an issuer without a number', document().replace('0000000042', 'x'), 'issuerCik'],
  ])('refuses %s', (_name, xml, message) => {
    expect(() => parseOwnershipXml(xml)).toThrow(message)
    expect(() => parseOwnershipXml(xml)).toThrow(UnreadableFilingError)
  })
})

describe('parseFormTicker', () => {
  it.each([
    ['aapl', 'AAPL'],
    ['NYSE: ABC', 'ABC'],
    ['(ABC)', 'ABC'],
    ['BRK.A, BRK.B', 'BRK.A'],
    ['NONE', undefined],
    ['N/A', undefined],
    ['', undefined],
    ['[none]', undefined],
  ])('reads "%s" as %s', (text, expected) => {
    expect(parseFormTicker(text)).toBe(expected)
  })
})

describe('parseSubmission', () => {
  const submission = (xml: string) =>
    `<SEC-DOCUMENT>x.txt\n<DOCUMENT>\n<TYPE>4\n<TEXT>\n<XML>\n${xml}\n</XML>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n`

  it('finds the ownership document in its wrapping', () => {
    expect(parseSubmission(submission(document())).issuer.cik).toBe('42')
  })

  it('asks again for what is cut off or something else', () => {
    expect(() => parseSubmission(submission(document()).slice(0, 500))).toThrow(TypeError)
    expect(() => parseSubmission('<html>One moment…</html>')).toThrow(TypeError)
  })

  it('does not ask again for a whole submission without XML', () => {
    const paper = '<SEC-DOCUMENT>x.txt\n<DOCUMENT>\n<TEXT>on paper</TEXT></DOCUMENT>\n</SEC-DOCUMENT>\n'
    expect(() => parseSubmission(paper)).toThrow(UnreadableFilingError)
  })
})

const samples = new URL('../../../../shared/samples/sec-form4/', import.meta.url)

describe.skipIf(!existsSync(samples))('recorded filings (skips itself where they are missing)', () => {
  const files = existsSync(samples) ? readdirSync(samples).filter((name) => name !== 'SOURCES.md') : []

  it('parses every recorded Form 4 and recognises the others', () => {
    const outcomes = Map.groupBy(files, (name) => {
      const text = readFileSync(new URL(name, samples), 'utf8')
      try {
        return (name.endsWith('.xml') ? parseOwnershipXml(text) : parseSubmission(text)).form
      } catch (error) {
        return String(error)
      }
    })
    expect(Object.fromEntries([...outcomes].map(([outcome, names]) => [outcome, names.length]))).toEqual({
      '4': 74,
      '4/A': 1,
      'UnreadableFilingError: it is a form "3", not a 4': 10,
      'UnreadableFilingError: it is a form "5", not a 4': 2,
    })
  })
})
