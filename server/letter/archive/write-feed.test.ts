import { expect, it } from 'vitest'

import type { EditionSummary } from '../../../shared/edition-contract.ts'
import { writeFeed } from './write-feed.ts'

const site = { name: 'Lunch & Pail <Press>', url: 'https://lunchpail.test' }
const emptySince = new Date('2025-01-01T00:00:00Z')

const anEditionOf = (changes: Partial<EditionSummary> = {}): EditionSummary => ({
  date: '2025-02-03',
  subject: 'What insiders bought',
  preheader: 'And the mortgage rate.',
  story: [[{ text: 'Four people who run Acme bought for ' }, { text: '$9.0 million' }, { text: '.' }]],
  publishedAt: '2025-02-03T14:00:02.000Z',
  correctedAt: null,
  topFindings: [
    {
      section: 'insiders',
      title: 'Acme & Sons <b>',
      figure: { text: '$9.0 million', href: 'https://sec.test/1', factId: 'insiders/acme/value' },
      sentence: [{ text: 'An insider bought for ' }, { text: '$9.0 million' }, { text: '.' }],
    },
  ],
  ...changes,
})

it('includes what people wrote as text, escaped twice if it is HTML in XML', () => {
  const xml = writeFeed(site, [anEditionOf({ subject: 'AT&T ]]> <i>up</i>' })], { emptySince })
  expect(xml).toContain('<title>Lunch &amp; Pail &lt;Press&gt;</title>')
  expect(xml).toContain('<title><![CDATA[AT&T ]]]]><![CDATA[> <i>up</i>]]></title>')
  expect(xml).toContain(
    '<description><![CDATA[<p>Four people who run Acme bought for $9.0 million.</p><ul><li><strong>Acme &amp; Sons &lt;b&gt;: $9.0 million.</strong> An insider bought for $9.0 million.</li></ul>' +
      '<p><a href="https://lunchpail.test/newsletter/archive/2025-02-03">The whole letter of Monday, February 3, 2025</a>, with a link to the record of every figure.</p>]]></description>',
  )
})

it('has a correction as a separate item, and at the top of its letter’s item', () => {
  const correction = {
    id: '7',
    slotDate: '2025-02-03',
    factId: null,
    notedAt: '2025-02-04T10:00:00.000Z',
    text: 'It was $1 & more.',
  }
  const xml = writeFeed(site, [anEditionOf()], { emptySince, corrections: [correction] })
  expect(xml).toContain('<![CDATA[<p><strong>Corrected:</strong> It was $1 &amp; more.</p><p>Four people')
  expect(xml).toContain('<title><![CDATA[Correction to the letter of Monday, February 3, 2025]]></title>')
  expect(xml).toContain('<link>https://lunchpail.test/newsletter/archive/2025-02-03#correction-7</link>')
  expect(xml).toContain('<pubDate>Tue, 04 Feb 2025 10:00:00 GMT</pubDate>')
})

it('labels what a person wrote', () => {
  const byPerson = { headline: true, note: { text: 'We are <back>.', by: 'Pat' }, dropped: 0 }
  const xml = writeFeed(site, [anEditionOf({ byPerson })], { emptySince })
  expect(xml).toContain(
    '<p><strong>A note from Pat.</strong> We are &lt;back&gt;. (Written by a person, not by our programs.)</p><p><em>A person wrote the headline.</em></p>',
  )
})

it('leaves out characters that XML cannot contain', () => {
  const xml = writeFeed(site, [anEditionOf({ subject: 'Bell\u0007 and \ud800half\uffff a\tpair' })], {
    emptySince,
  })
  expect(xml).toContain('<![CDATA[Bell and \ufffdhalf a\tpair]]>')
})

it('uses the preheader of an edition by an earlier program, which has no story', () => {
  const { story: _story, ...edition } = anEditionOf({ topFindings: [] })
  const xml = writeFeed(site, [edition], { emptySince })
  expect(xml).toContain('<p>And the mortgage rate.</p>')
})

it('gives the time at which its newest edition came out or an older one was corrected', () => {
  const older = anEditionOf({ date: '2025-01-27', correctedAt: '2025-02-05T10:00:00.000Z' })
  expect(writeFeed(site, [anEditionOf(), older], { emptySince })).toContain(
    '<lastBuildDate>Wed, 05 Feb 2025 10:00:00 GMT</lastBuildDate>',
  )
  expect(writeFeed(site, [], { emptySince })).toContain(
    '<lastBuildDate>Wed, 01 Jan 2025 00:00:00 GMT</lastBuildDate>',
  )
})
