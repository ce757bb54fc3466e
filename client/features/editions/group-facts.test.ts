import { describe, expect, it } from 'vitest'

import { createFact } from '../../testing/edition-answers.ts'
import { createInputNames } from '../../../shared/name-inputs.ts'
import { groupFacts } from './load-editions.ts'

it('groups figures that share their records, and no others', () => {
  const groups = groupFacts([
    createFact({ id: 'a/value', kind: 'value', value: '$1', inputs: ['r1'] }),
    createFact({ id: 'b/value', kind: 'value', value: '$9', inputs: ['r2'] }),
    createFact({ id: 'a/shares', kind: 'shares', value: '5 shares', inputs: ['r1'] }),
    createFact({ id: 'a/later', asOf: '2025-01-31', inputs: ['r1'] }),
  ])
  expect(groups.map(({ figures }) => figures.map(({ id }) => id))).toEqual([
    ['a/value', 'a/shares'],
    ['b/value'],
    ['a/later'],
  ])
})

describe('the inputs of a figure', () => {
  const name = (facts: Parameters<typeof groupFacts>[0], at = 0) => {
    const groups = groupFacts(facts)
    return createInputNames(groups)(groups[at]!)
  }
  const EDGAR = 'https://www.sec.gov/Archives/edgar/data'

  it('are listed completely, each once, however many there are', () => {
    const inputs = ['0000-0', ...Array.from({ length: 430 }, (_, index) => `0000-${index}`)]
    expect(name([createFact({ inputs })]).map(({ text }) => text)).toEqual(inputs.slice(1))
  })

  it('name a form with its lines, at the address that another figure or a count of forms has for it', () => {
    const accession = (number: number) => `0000000100-25-00000${number}`
    const listed = createFact({
      id: 'insiders/coverage/listed',
      sourceUrl: 'https://www.sec.gov/Archives/edgar/daily-index/2025/QTR1/',
      inputs: [`${EDGAR}/7/000000010025000002/${accession(2)}-index.htm`],
    })
    const sum = createFact({
      id: 'insiders/sale/1/2/value',
      sourceUrl: `${EDGAR}/5/${accession(1)}.txt`,
      inputs: [1, 2, 3, 7].map((line) => `${accession(1)}#${line}`).concat(`${accession(2)}#4`, accession(3)),
    })
    expect(name([listed, sum])).toEqual([{ text: `Form 4, ${accession(2)}`, href: listed.inputs[0] }])
    expect(name([listed, sum], 1)).toEqual([
      { text: `Form 4, ${accession(1)}, lines 1 to 3, 7`, href: sum.sourceUrl },
      { text: `Form 4, ${accession(2)}, line 4`, href: listed.inputs[0] },
      {
        text: `Form 4, ${accession(3)}`,
        href: `${EDGAR}/5/000000010025000003/${accession(3)}-index.htm`,
      },
    ])
  })

  it('name a report to Congress with its rows, and link to the report', () => {
    const house = 'https://house.example/ptr-pdfs/2025/8220796.pdf'
    const senate = 'https://senate.example/search/view/ptr/ab12-cd/'
    const read = createFact({ id: 'congress/coverage/read', inputs: [house, senate] })
    const rows = createFact({
      id: 'congress/counted/rows',
      sourceUrl: 'https://house.example/search',
      inputs: ['house 8220796#2', 'house 8220796#10', 'house 8220796#1', 'senate ab12-cd#1'],
    })
    expect(name([read, rows])).toEqual([
      { text: 'Report 8220796', href: house },
      { text: 'Report ab12-cd', href: senate },
    ])
    expect(name([read, rows], 1)).toEqual([
      { text: 'Report 8220796, rows 1 to 2, 10', href: house },
      { text: 'Report ab12-cd, row 1', href: senate },
    ])
  })

  it('name a withheld trade by its price, and a value in a picture by its day', () => {
    const held = createFact({
      id: 'insiders/held-back/0000000100-25-000001#5/price',
      subject: 'Acme',
      value: '$9',
    })
    const count = createFact({
      id: 'insiders/coverage/suspectPrices',
      sourceUrl: 'https://x.example/',
      inputs: ['insiders/held-back/0000000100-25-000001#5', 'S&P 500, 2025-11-21'],
    })
    expect(name([held, count], 1)).toEqual([
      { text: 'Acme: $9', href: '#insiders/held-back/0000000100-25-000001_23_5/price' },
      { text: 'S&P 500, Nov 21, 2025', href: 'https://x.example/' },
    ])
  })

  it('name the line of a form if a withheld trade has no figure left, and a sum by its earlier letter', () => {
    const page = `${EDGAR}/7/000000010025000002/0000000100-25-000002-index.htm`
    const listed = createFact({ id: 'insiders/coverage/listed', inputs: [page] })
    const count = createFact({
      sourceUrl: 'https://x.example/',
      inputs: [
        'insiders/held-back/0000000100-25-000002#5',
        'insiders/held-back/0000000100-25-000002#6',
        'edition of 2025-11-17: insiders/total/buy-value',
      ],
    })
    expect(name([listed, count], 1)).toEqual([
      { text: 'Form 4, 0000000100-25-000002, lines 5 to 6', href: page },
      {
        text: 'The letter of Nov 17, 2025',
        href: '/newsletter/archive/2025-11-17/figures#insiders/total/buy-value',
      },
    ])
  })

  it('name a series with all its days, without vintages', () => {
    const inputs = [
      'CES1@2025-09-01@2025-11-28',
      '^GSPC@x@2025-11-21@2025-11-28',
      'CES1@2025-08-01@2025-11-28',
    ]
    expect(name([createFact({ sourceUrl: 'https://prices.example/%5EGSPC', inputs })])).toEqual([
      { text: 'CES1 of Aug 1, 2025; Sep 1, 2025', href: 'https://prices.example/%5EGSPC' },
      { text: '^GSPC of Nov 21, 2025', href: 'https://prices.example/%5EGSPC' },
    ])
  })
})
