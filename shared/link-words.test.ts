import { describe, expect, it } from 'vitest'

import { findTickers, linkTickers, linkWords, titleFinding } from './link-words.ts'

const RECORD = 'https://filings.example/1'

it('extends the link of a short number to its noun', () => {
  expect(linkWords([{ text: 'In ' }, { text: '12', href: RECORD }, { text: ' cases it was late.' }])).toEqual(
    [{ text: 'In ' }, { text: '12 cases', href: RECORD }, { text: ' it was late.' }],
  )
})

it('leaves longer figures and numbers without a noun alone', () => {
  for (const [text, after] of [
    ['$1,000', ' dollars'],
    ['11', ' of the trades'],
  ] as const) {
    expect(linkWords([{ text, href: RECORD }, { text: after }])).toEqual([
      { text, href: RECORD },
      { text: after },
    ])
  }
})

it('gives links with the same text distinct labels', () => {
  const links = ['a', 'b'].flatMap((page) => [{ text: 'report', href: `${RECORD}/${page}` }, { text: '. ' }])
  expect(linkWords(links).flatMap(({ label }) => label ?? [])).toEqual(['report, 1 of 2', 'report, 2 of 2'])
  expect(linkWords(links.slice(0, 2))).toEqual([{ text: 'report', href: `${RECORD}/a` }, { text: '. ' }])
})

it.each([
  ['We ', 'read 7', ' of at least twelve', 'We read ', '7', ' of at least twelve'],
  ['; ', '5 are scans', '.', '; ', '5', ' are scans.'],
  [
    'and ',
    '1 corrected row',
    ' whose original is gone',
    'and ',
    '1',
    ' corrected row whose original is gone',
  ],
  ['came ', '16 weeks', ' later', 'came ', '16', ' weeks later'],
])('links more of a count than its digits: %s[%s]%s', (start, linked, end, before, text, after) => {
  expect(linkWords([{ text: before }, { text, href: RECORD }, { text: after }])).toEqual(
    [{ text: start }, { text: linked, href: RECORD }, { text: end }].filter((run) => run.text !== ''),
  )
})

describe('a ticker in a table of trades', () => {
  it.each([
    [
      'Tesla, Inc. (TSLA)',
      [{ text: 'Tesla, Inc. (' }, { text: 'TSLA', href: '/stocks/TSLA' }, { text: ')' }],
    ],
    ['Berkshire (BRK.B)', [{ text: 'Berkshire (' }, { text: 'BRK.B', href: '/stocks/BRK-B' }, { text: ')' }]],
    ['Jane Doe (D-CA)', [{ text: 'Jane Doe (D-CA)' }]],
    ['(AAPL)', [{ text: '(AAPL)' }]],
    ['Part of it (see below)', [{ text: 'Part of it (see below)' }]],
  ])('is linked after a name: %s', (text, expected) => {
    expect(linkTickers([{ text }])).toEqual(expected)
  })

  it('stays as it is where it links to a record', () => {
    const record = { text: 'Tesla (TSLA)', href: 'https://filings.example/1' }
    expect(linkTickers([record])).toEqual([record])
  })

  it('is found in the text of a table', () => {
    expect(findTickers('["Tesla, Inc. (TSLA)", "Brown (BF.B)", "Doe (R-ME)"]')).toEqual(['TSLA', 'BF.B'])
  })
})

describe('the title of a finding', () => {
  const figure = { text: '$9.0 million', href: 'https://records.test/1', factId: 'insiders/acme/value' }

  it('is its headline with the figure linked', () => {
    expect(titleFinding({ title: 'Jane Doe bought $9.0 million of Acme', figure })).toEqual([
      { text: 'Jane Doe bought ' },
      figure,
      { text: ' of Acme' },
    ])
  })

  it('is a name and its figure in a letter of an earlier version', () => {
    expect(titleFinding({ title: 'Acme Corp.', figure })).toEqual([{ text: 'Acme Corp.: ' }, figure])
  })
})
