import { describe, expect, it } from 'vitest'

import { UnreadableFilingError } from '../core/unread-reason.ts'
import { parseOwnershipFile, parseOwnershipXml, parseSubmission } from './ownership-document.ts'

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

const SALE = trade().replace('<transactionCode>P<', '<transactionCode>S<')

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
      withdraws: false,
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
          isUnasked: false,
          isMoreHeld: false,
          isPlanned: undefined,
        },
      ],
      holdings: [],
      derivativeTransactions: [],
    })
  })

  it.each([
    ['the number of shares', '</transactionShares>', 'placement'],
    ['its code', '</transactionCode>', 'placement'],
    ['what is owned after it', '</sharesOwnedFollowingTransaction>', 'unread note'],
    ['whose shares they are', '</directOrIndirectOwnership>', 'unread note'],
  ])('reads `via` only from footnotes on the trade itself, here on %s', (_name, tag, via) => {
    const rest = '<footnotes><footnote id="F7">Bought in a private placement.</footnote></footnotes>'
    const rows = trade().replace(tag, `${tag}<footnoteId id="F7"/>`)
    expect(firstLine(document({ rows, rest }))?.via).toBe(via)
  })

  it.each([
    ['of the price', { price: '<value>10</value><footnoteId id="F7"/>' }, 'F7', ''],
    ['of the whole form, in its remarks', {}, 'F7', '<remarks>The shares went to a creditor.</remarks>'],
    ['that no row refers to', {}, 'F8', ''],
    ['that is missing', { price: '<value>10</value><footnoteId id="F9"/>' }, 'F7', ''],
  ])('marks a line with a note in unknown words, here one %s', (_name, parts, id, remarks) => {
    const words = id === 'F8' || remarks === '' ? 'The shares went to a creditor.' : 'A weighted average.'
    const rest = `${remarks}<footnotes><footnote id="${id}">${words}</footnote></footnotes>`
    expect(firstLine(document({ rows: trade(parts), rest }))?.via).toBe('unread note')
  })

  it('reads all notes with the same id', () => {
    const rest =
      '<footnotes><footnote id="F7">The shares went to a creditor.</footnote><footnote id="F7">A weighted average.</footnote></footnotes>'
    const rows = trade({ price: '<value>10</value><footnoteId id="F7"/>' })
    expect(firstLine(document({ rows, rest }))?.via).toBe('unread note')
  })

  it.each([
    ['of the same shares', '1,000', 'D', 'offering'],
    ['of other shares', '1,001', 'D', undefined],
    ['of another holder', '1,000', 'I', undefined],
  ])('reads for a sale what the note on a conversion %s says about the sale', (_name, shares, owner, via) => {
    const sale = trade().replace('>P<', '>S<')
    const conversion = trade({ shares })
      .replace('>P<', '>C<')
      .replace('</transactionCode>', '</transactionCode><footnoteId id="F6"/>')
      .replace('<value>D</value></directOr', `<value>${owner}</value></directOr`)
    const rest =
      '<footnotes><footnote id="F6">Issued upon conversion of Class B stock. The owner sold shares to the underwriters in the initial public offering.</footnote></footnotes>'
    expect(parseOwnershipXml(document({ rows: conversion + sale, rest })).transactions[1]?.via).toBe(via)
  })

  it('leaves the price undefined if only a footnote gives it', () => {
    expect(firstLine(document({ rows: trade({ price: '<footnoteId id="F1"/>' }) }))?.price).toBeUndefined()
  })

  it.each([
    ['The price is in Canadian dollars.', undefined],
    ['Sold for £4.10 a share.', undefined],
    ['Average price; prices ranged from NOK 100 to NOK 101.', undefined],
    ['The price was converted from Canadian dollars at the rate of the day.', 1],
    ['C$1.38, or US$1.00.', 1],
    ['Average price of sales at $0.90 to $1.10.', 1],
  ])('does not take a price for dollars if its footnote says otherwise: %s', (note, price) => {
    const rows = trade({ price: '<value>1</value><footnoteId id="F1"/>' })
    const rest = `<footnotes><footnote id="F1">${note}</footnote></footnotes>`
    expect(firstLine(document({ rows, rest }))?.price).toBe(price)
  })

  it('keeps the price of ordinary shares for the judge who knows the close if a note says how many a depositary share is', () => {
    const of = (note: string) => {
      const line = firstLine(
        document({
          rows: trade({ price: '<value>1</value><footnoteId id="F1"/>' }).replace(
            'Common Stock',
            'Ordinary Shares',
          ),
          rest: `<footnotes><footnote id="F1">${note}</footnote></footnotes>`,
        }),
      )
      return [line?.price, line?.sharesPerDepositary]
    }
    expect(of('Each ADS represents ten ordinary shares.')).toEqual([1, 10])
    expect(of('Each ADS represents 2.5 ordinary shares.')).toEqual([undefined, undefined])
    expect(of('Each ADS represents one ordinary share.')).toEqual([1, undefined])
  })

  it('reads a price next to a footnote, with dollar sign and commas', () => {
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
    [
      'a footnote that denies what the box says about the whole form',
      '<aff10b5One>1</aff10b5One><footnotes><footnote id="F1">Not made under a Rule 10b5-1 plan.</footnote></footnotes>',
      undefined,
    ],
  ])('reads isPlanned from %s', (_name, rest, expected) => {
    const noted = SALE.replace('<value>12.50</value>', '<value>1</value><footnoteId id="F1"/>')
    const rows = rest.includes('"F1"') ? noted : SALE
    expect(firstLine(document({ rows, rest }))?.isPlanned).toBe(expected)
  })

  it('does not read a form with more owners than any group has', () => {
    expect(parseOwnershipXml(document({ owners: OWNER.repeat(20) })).owners).toHaveLength(20)
    expect(() => parseOwnershipXml(document({ owners: OWNER.repeat(21) }))).toThrow(
      'it names more than 20 owners',
    )
  })

  it('does not read a form with more rows than any has', () => {
    const read = (count: number) => parseOwnershipXml(document({ rows: trade().repeat(count) }))
    expect(read(100).transactions).toHaveLength(100)
    expect(() => read(101)).toThrow('one of its tables has more than 100 rows')
  })

  it('cuts names and titles that are longer than any real one', () => {
    const long = `${'x'.repeat(199)}😀 and more`
    const {
      owners: [owner],
      transactions: [line],
    } = parseOwnershipXml(
      document({
        owners: OWNER.replace(/<rptOwnerName>[^<]*/, `<rptOwnerName>${long}`).replace(
          /<officerTitle>[^<]*/,
          `<officerTitle>${long}`,
        ),
        rows: trade().replace(/(<securityTitle>\s*<value>)[^<]*/, `$1${long}`),
      }),
    )
    for (const text of [owner?.name, owner?.officerTitle, line?.security])
      expect(text).toMatch(/^x{199}\ufffd?$/)
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

  it('lists holdings in the derivative table that are as good as shares', () => {
    const held = (title: string, shares = '5000') =>
      trade()
        .replaceAll('nonDerivativeTransaction', 'derivativeHolding')
        .replace('Common Stock', title)
        .replace('<value>5000</value>', `<value>${shares}</value>`)
    const titles = [
      'Class B Common Stock',
      'LLC Units',
      'Stock Option (Right to Buy)',
      'Restricted Stock Units',
    ]
    const { holdings } = parseOwnershipXml(
      document({
        rest: `<derivativeTable>${titles.map((title) => held(title)).join('')}${held('Class C Common Stock', '0')}</derivativeTable>`,
      }),
    )
    expect(holdings.map(({ security, owned }) => [security, owned])).toEqual([
      ['Class B Common Stock', 5000],
      ['LLC Units', 5000],
    ])
  })

  it.each([
    ['of the type of Form 5', '<transactionFormType>4</', '<transactionFormType>5</'],
    [
      'reported early',
      '</transactionCoding>',
      '</transactionCoding><transactionTimeliness><value>E</value></transactionTimeliness>',
    ],
  ])('knows that the report of a line %s was not due', (_what, before, after) => {
    expect(firstLine(document({ rows: trade().replace(before, after) }))?.isNotDue).toBe(true)
    expect(firstLine(document())?.isNotDue).toBeUndefined()
  })

  it('recognizes a purchase by an account that buys automatically from the words for its holder', () => {
    const rows = trade()
      .replace('<value>D</value>', '<value>I</value>')
      .replace(
        '</ownershipNature>',
        '<natureOfOwnership><value>By DRIP</value></natureOfOwnership></ownershipNature>',
      )
    expect(firstLine(document({ rows }))?.via).toBe('reinvestment')
  })

  it('separates derivative lines and leaves out holdings', () => {
    const derivative = trade({ shares: '500' })
      .replaceAll('nonDerivativeTransaction', 'derivativeTransaction')
      .replace(
        '<ownershipNature>',
        '<underlyingSecurity><underlyingSecurityShares><value>7</value></underlyingSecurityShares></underlyingSecurity><ownershipNature>',
      )
    const holding = derivative.replaceAll('derivativeTransaction', 'derivativeHolding')
    const report = parseOwnershipXml(
      document({ rest: `<derivativeTable>${derivative}${holding}</derivativeTable>` }),
    )
    expect(report.transactions).toHaveLength(1)
    expect(report.derivativeTransactions.map(({ line, shares, price }) => [line, shares, price])).toEqual([
      [1, 500, 12.5],
    ])
  })

  it('leaves shares and holding undefined if the form gives values in dollars', () => {
    const rows = trade()
      .replace(
        '<transactionShares><value>1,000</value></transactionShares>',
        '<transactionTotalValue><value>250000</value></transactionTotalValue>',
      )
      .replaceAll('sharesOwnedFollowingTransaction', 'valueOwnedFollowingTransaction')
    const line = firstLine(document({ rows }))
    expect([line?.shares, line?.ownedAfter]).toEqual([undefined, undefined])
  })

  it.each([
    ['1,234,567.25', 1234567.25],
    ['.5', 0.5],
    ['-100', -100],
    ['N/A', undefined],
  ])('reads %s shares', (shares, expected) => {
    expect(firstLine(document({ rows: trade({ shares }) }))?.shares).toBe(expected)
  })

  it.each([
    'Rule 10b5-1',
    'RULE 10B5-1',
    '10b-5-1',
    '10b5\u20131',
    '10b5&#8211;1',
    'Rule 10(b)5-1(c)',
    '10b-5(1)',
  ])('recognizes the rule written as "%s"', (name) => {
    const rest = `<remarks>Sold under a ${name} plan.</remarks>`
    expect(firstLine(document({ rows: SALE, rest }))?.isPlanned).toBe(true)
  })

  it.each([
    ['Bought under Rule 10b-5 10% at a time.', undefined],
    ['Shares not subject to vesting, sold under a 10b5-1 plan.', undefined],
    ['Not under the old 10b5-1 plan. Made under the new 10b5-1 plan.', undefined],
    ['Rule 10b5-1: N/A', undefined],
    ['Rule 10b5-1 not applicable.', undefined],
    ['Rule 10b5-1 plan of the fund.', undefined],
    ['The option grant was made while a Rule 10b5-1 plan was in effect.', undefined],
    ['None of the sales was made under a Rule 10b5-1 plan.', undefined],
    ['The sale was not, in whole or in part, made under a Rule 10b5-1 plan.', undefined],
    ['The sale was made outside of the Rule 10b5-1 plan of the reporting person.', undefined],
    ['These sales were in addition to those under a Rule 10b5-1 plan.', undefined],
    ['The sales weren’t made pursuant to a 10b5-1 plan.', undefined],
    ['The reporting person terminated her Rule 10b5-1 plan on May 1, 2025.', undefined],
    ['The Rule 10b5-1 plan was cancelled before these sales.', undefined],
    ['The reporting person intends to sell more shares under a Rule 10b5-1 plan.', undefined],
    ['The remaining shares are subject to a Rule 10b5-1 plan.', undefined],
    ['The remaining shares were sold pursuant to a Rule 10b5-1 plan.', true],
    ['Sold under a Rule 10b5-1 plan, which expired on May 1, 2025.', undefined],
    ['Sold on January 27, 2025, under a Rule 10b5-1 plan.', true],
    ['Sold on May 1, 2025, under a Rule 10b5-1 plan.', undefined],
    ['This Rule 10b5-1 plan was completed on December 1, 2024.', undefined],
    ['This was no discretionary sale, but one made under a Rule 10b5-1 plan.', undefined],
  ])('reads the remark "%s"', (remark, expected) => {
    const rest = `<remarks>${remark}</remarks>`
    expect(firstLine(document({ rows: SALE, rest }))?.isPlanned).toBe(expected)
  })

  it('treats a form that names the day of an original as an amendment of it', () => {
    const rest = '<dateOfOriginalSubmission>2025-01-28</dateOfOriginalSubmission>'
    expect(parseOwnershipXml(document({ rest }))).toMatchObject({
      form: '4/A',
      originalFiledOn: '2025-01-28',
    })
  })

  it.each([
    [
      'remarks in words that are not known',
      '',
      '<remarks>The sale was that of another reporting person.</remarks>',
      true,
    ],
    [
      'remarks that leave the trades as they are',
      '',
      '<remarks>Exhibit 24 Power of Attorney</remarks>',
      undefined,
    ],
    ['no remarks', '', '', undefined],
    [
      'a trade of options',
      '',
      `<derivativeTable>${trade().replaceAll('nonDerivative', 'derivative')}</derivativeTable>`,
      true,
    ],
    [
      'a trade of shares',
      trade(),
      '<remarks>The sale was that of another reporting person.</remarks>',
      undefined,
    ],
  ])('reads whether an amendment with %s leaves its original unclear', (_what, rows, rest, expected) => {
    expect(parseOwnershipXml(document({ form: '4/A', rows, rest })).isUnclear).toBe(expected)
  })

  it('reads a form without trades that withdraws another one as an amendment', () => {
    const rest = '<remarks>Please disregard the Form 4 filed on January 28, 2025.</remarks>'
    expect(parseOwnershipXml(document({ rows: ' ', rest }))).toMatchObject({ form: '4/A', withdraws: true })
    expect(parseOwnershipXml(document({ rest }))).toMatchObject({ form: '4', withdraws: false })
  })

  it('treats a sale as unknown if the note on the conversion of the same shares cannot be read', () => {
    const conversion = SALE.replace('>S<', '>C<').replace(
      '<value>12.50</value>',
      '<value>0</value><footnoteId id="F1"/>',
    )
    const rest = '<footnotes><footnote id="F1">Redeemed for cash by the issuer.</footnote></footnotes>'
    const { transactions } = parseOwnershipXml(document({ rows: conversion + SALE, rest }))
    expect(transactions.map(({ via }) => via)).toEqual([undefined, 'unread note'])
  })

  it('lets a footnote of the line override an empty box', () => {
    const rest =
      '<aff10b5One>false</aff10b5One><footnotes><footnote id="F1">A 10b5-1 plan.</footnote></footnotes>'
    const rows = trade({ price: '<value>1</value><footnoteId id="F1"/>' }) + trade()
    expect(
      parseOwnershipXml(document({ rows, rest })).transactions.map(({ isPlanned }) => isPlanned),
    ).toEqual([true, false])
  })

  it('reads from the box or from words that an owner has left the role', () => {
    const leftBy = (xml: string) => parseOwnershipXml(xml).owners[0]?.hasLeft
    const box = '<notSubjectToSection16>1</notSubjectToSection16>'
    expect(leftBy(document({ rest: box }))).toBe(true)
    const owners = OWNER.replace('<officerTitle>', '<otherText>Former Director</otherText><officerTitle>')
    expect(leftBy(document({ owners }))).toBe(true)
    expect(leftBy(document({ rest: '<remarks>Former Chief Executive Officer</remarks>' }))).toBe(true)
    expect(leftBy(document({ rest: '<remarks>Chief Executive Officer</remarks>' }))).toBeUndefined()
    expect(leftBy(document())).toBeUndefined()
  })

  it('does not mistake a cash-settled swap for a purchase', () => {
    const rows = trade().replace(
      '</transactionCode>',
      '</transactionCode><equitySwapInvolved>1</equitySwapInvolved>',
    )
    expect(firstLine(document({ rows }))?.via).toBe('transfer')
  })

  it.each([
    [
      'a note on the price',
      trade({ price: '<value>40</value><footnoteId id="F1"/>' }),
      'Represents the total paid.',
    ],
    ['an estimate', trade({ price: '<value>40</value><footnoteId id="F1"/>' }), 'The price is estimated.'],
  ])('reads no price from a price of something else: %s', (_what, rows, note) => {
    const rest = `<footnotes><footnote id="F1">${note}</footnote></footnotes>`
    expect(firstLine(document({ rows, rest }))?.price).toBeUndefined()
  })

  it.each([
    ['the remarks', trade(), '', 'The transaction reported here was a bona fide gift.'],
    [
      'a note on the holding',
      trade().replace('<value>5000</value>', '<value>5000</value><footnoteId id="F1"/>'),
      '<![CDATA[<p>The reported transaction was a bona fide gift.</p>]]>',
      '',
    ],
    [
      'a note that is marked up',
      trade({ price: '<value>40</value><footnoteId id="F1"/>' }),
      '<p>Represents a bona fide gift.</p>',
      '',
    ],
  ])('reads what the transaction was from %s', (_what, rows, note, remarks) => {
    const rest = `<footnotes><footnote id="F1">${note}</footnote></footnotes><remarks>${remarks}</remarks>`
    expect(firstLine(document({ rows, rest }))?.via).toBe('gift')
  })

  it('reads from the remarks or notes that an amendment, and only an amendment, withdraws its report', () => {
    const rest = '<remarks>This amendment is filed to withdraw the Form 4 of January 28, 2025.</remarks>'
    expect(parseOwnershipXml(document({ form: '4/A', rest })).withdraws).toBe(true)
    expect(parseOwnershipXml(document({ rest })).withdraws).toBe(false)
  })

  it('treats a form as an amendment if only the submission says that it is one', () => {
    expect(parseOwnershipXml(document(), { listedForm: '4/A' }).form).toBe('4/A')
  })

  it('reads the schema of early 2003, with rows outside tables and a price called value', () => {
    const row = trade()
      .replaceAll('nonDerivativeTransaction', 'nonDerivativeSecurity')
      .replaceAll('transactionPricePerShare', 'transactionValue')
    const holding =
      '<nonDerivativeSecurity><securityTitle><value>Common</value></securityTitle></nonDerivativeSecurity>'
    const report = parseOwnershipXml(
      document().replace(/<nonDerivativeTable>.*<\/nonDerivativeTable>/s, row + holding),
    )
    expect(report.transactions.map(({ shares, price }) => [shares, price])).toEqual([[1000, 12.5]])
    expect(report.holdings).toHaveLength(1)
  })

  it('joins lines broken at a fixed width, even inside names and figures', () => {
    const wrapped = document()
      .replaceAll('\n', '')
      .replaceAll(/(.{80})/g, '$1\n')
    expect(parseOwnershipXml(wrapped)).toEqual(parseOwnershipXml(document().replaceAll('\n', '')))
  })

  it('ignores a stray name inside a tag', () => {
    const xml = document().replace('<nonDerivativeTable>', '<nonDerivativeTable ativeTable>')
    expect(parseOwnershipXml(xml).transactions).toHaveLength(1)
  })

  it('ignores case and prefixes of names and decodes numeric character references', () => {
    const xml = document()
      .replaceAll(/ownershipDocument/g, 'o:OwnershipDocument')
      .replaceAll('issuerName', 'ISSUERNAME')
      .replace('Acme &amp; Sons', 'O&#8217;Hara &#x26; Sons')
    expect(parseOwnershipXml(xml).issuer.name).toBe('O’Hara & Sons')
  })

  it('removes control and bidirectional characters from names', () => {
    const xml = document().replace('Acme &amp; Sons', 'Ac\u202eme\n  Sons')
    expect(parseOwnershipXml(xml).issuer.name).toBe('Acme Sons')
  })

  it.each([
    ['another form', document({ form: '3' }), 'Form 3, not a Form 4'],
    ['a correction of another form', document({ form: '5/A' }), 'Form 5/A, not a Form 4'],
    ['no form', document({ form: ' ' }), 'does not say which form'],
    ['another root', '<edgarSubmission><a/></edgarSubmission>', 'no ownershipDocument'],
    [
      'a figure that is no number',
      document({ rows: trade({ shares: '12,5' }) }),
      'transactionShares "12,5" is no number',
    ],
    ['two points in a figure', document({ rows: trade({ price: '<value>1.2.3</value>' }) }), 'is no number'],
    ['half a document', document().slice(0, 900), 'XML is broken'],
    ['an unknown kind of row', document({ rows: '<nonDerivativeSwap/>' }), 'nonderivativeswap'],
    ['endlessly nested elements', document({ rest: '<a>'.repeat(300) + '</a>'.repeat(300) }), 'nested'],
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

describe('parseSubmission', () => {
  const submission = (xml: string) =>
    `<SEC-DOCUMENT>x.txt\n<DOCUMENT>\n<TYPE>4\n<TEXT>\n<XML>\n${xml}\n</XML>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n`

  it('finds the ownership document in its wrapping', () => {
    expect(parseSubmission(submission(document())).issuer.cik).toBe('42')
  })

  it('reads the envelope of a signed mail, and the form from the header if the document lacks it', () => {
    const text = `-----BEGIN PRIVACY-ENHANCED MESSAGE-----\n${submission(document().replace('<documentType>4</documentType>', ''))}-----END PRIVACY-ENHANCED MESSAGE-----\n`
    expect(parseSubmission(text).form).toBe('4')
    expect(() => parseSubmission(text.replace('<TYPE>4', '<TYPE>3'))).toThrow('Form 3, not a Form 4')
  })

  it('throws a TypeError, worth a retry, for a truncated document or something else', () => {
    expect(() => parseSubmission(submission(document()).slice(0, 500))).toThrow(TypeError)
    expect(() => parseSubmission('<html>One moment…</html>')).toThrow(TypeError)
  })

  it('rejects a complete submission without XML for good', () => {
    const paper = '<SEC-DOCUMENT>x.txt\n<DOCUMENT>\n<TEXT>on paper</TEXT></DOCUMENT>\n</SEC-DOCUMENT>\n'
    expect(() => parseSubmission(paper)).toThrow(UnreadableFilingError)
  })
})

describe('parseOwnershipFile', () => {
  it('accepts bare XML, with a byte order mark or <XML> tags, and full submissions', () => {
    for (const text of [
      document(),
      `\ufeff\n  ${document()}`,
      `<XML>\n${document()}\n</XML>`,
      `<SUBMISSION>\n<TYPE>4<DOCUMENT><TEXT><XML>${document()}</XML></TEXT></DOCUMENT></SUBMISSION>`,
    ]) {
      expect(parseOwnershipFile(text).issuer.ticker).toBe('ACME')
    }
  })

  it.each([
    ['an empty file', ' \n', 'empty'],
    ['a page of HTML', '<!DOCTYPE html><html><body>Rate limit</body></html>', 'page of HTML'],
    ['another thing', '%PDF-1.4', 'neither XML nor a submission'],
    ['a submission cut off', `<SEC-DOCUMENT>\n<DOCUMENT><TEXT><XML>${document().slice(0, 700)}`, 'cut off'],
  ])('refuses %s', (_name, text, message) => {
    expect(() => parseOwnershipFile(text)).toThrow(message)
    expect(() => parseOwnershipFile(text)).toThrow(UnreadableFilingError)
  })
})
