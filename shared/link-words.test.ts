import { describe, expect, it } from 'vitest'

import { linkWords, titleFinding } from './link-words.ts'

const RECORD = 'https://filings.example/1'

it('extends the link of a short number over its noun', () => {
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

it('gives links with the same words distinct labels', () => {
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
])('says more of a count than its digits: %s[%s]%s', (start, linked, end, before, text, after) => {
  expect(linkWords([{ text: before }, { text, href: RECORD }, { text: after }])).toEqual(
    [{ text: start }, { text: linked, href: RECORD }, { text: end }].filter((run) => run.text !== ''),
  )
})

describe('a finding in a few words', () => {
  const figure = { text: '$9.0 million', href: 'https://records.test/1', factId: 'insiders/acme/value' }

  it('is its headline, with the figure in it linked', () => {
    expect(titleFinding({ title: 'Jane Doe bought $9.0 million of Acme', figure })).toEqual([
      { text: 'Jane Doe bought ' },
      figure,
      { text: ' of Acme' },
    ])
  })

  it('is a name with its figure in a letter of an earlier program', () => {
    expect(titleFinding({ title: 'Acme Corp.', figure })).toEqual([{ text: 'Acme Corp.: ' }, figure])
  })
})
