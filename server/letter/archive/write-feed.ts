import { Feed } from 'feed'

import { correctionAnchor, editionPath, FEED_PATH } from '../../../shared/edition-address.ts'
import type { Correction, EditionSummary, TopFinding } from '../../../shared/edition-contract.ts'
import { describePerson, noteLabel, noteTitle } from '../../../shared/edition-label.ts'
import { textOf, titleFinding } from '../../../shared/link-words.ts'
import { formatLongDay } from '../../../shared/format-date.ts'
import { escapeHtml } from '../../lib/text.ts'

export interface FeedSite {
  readonly name: string
  /** Scheme and host. */
  readonly url: string
}

/** Writes the editions as RSS 2.0, each with its story, its top findings and a link to the whole letter; a correction is
 *  a separate item, and also at the top of its letter's item.
 *  @param editions  newest first
 *  @param emptySince  used as the time of the last change while there are none */
export function writeFeed(
  site: FeedSite,
  editions: readonly EditionSummary[],
  { emptySince, corrections = [] }: { emptySince: Date; corrections?: readonly Correction[] },
): string {
  const changes = editions.map(({ publishedAt, correctedAt }) => Date.parse(correctedAt ?? publishedAt))
  const feed = new Feed({
    title: withoutControls(site.name),
    description:
      'Money news for people who work for it: the weekly letter, every figure linked to its public record.',
    link: `${site.url}/newsletter`,
    feed: `${site.url}${FEED_PATH}`,
    language: 'en-us',
    generator: false,
    docs: 'https://www.rssboard.org/rss-specification',
    updated: changes.length === 0 ? emptySince : new Date(Math.max(...changes)),
  })
  for (const edition of editions) {
    const own = corrections.filter(({ slotDate }) => slotDate === edition.date)
    const link = `${site.url}${editionPath(edition.date)}`
    feed.addItem({
      title: withoutControls(edition.subject),
      link,
      date: new Date(edition.publishedAt),
      description: withoutControls(tellCorrections(own) + describeEdition(edition, link)),
    })
    for (const { id, notedAt, text } of own) {
      const place = `${link}#${correctionAnchor(id)}`
      feed.addItem({
        title: `Correction to the letter of ${formatLongDay(edition.date)}`,
        id: place,
        link: place,
        date: new Date(notedAt),
        description: withoutControls(`<p>${escapeHtml(text)}</p>`),
      })
    }
  }
  return feed.rss2()
}

/** What was wrong in a letter, printed before its contents. */
const tellCorrections = (corrections: readonly Correction[]) =>
  corrections.map(({ text }) => `<p><strong>Corrected:</strong> ${escapeHtml(text)}</p>`).join('')

/** In HTML, as feed readers expect. */
function describeEdition(
  { date, preheader, story, byPerson, topFindings }: EditionSummary,
  link: string,
): string {
  // The story already has the first of them.
  const told = new Set(story?.map(textOf))
  const findings = topFindings
    .filter(({ sentence }) => !told.has(textOf(sentence)))
    .map((finding) => `<li>${describeFinding(finding)}</li>`)
  const note = byPerson?.note
  const byHand = describePerson(byPerson).trim()
  return [
    note
      ? `<p><strong>${escapeHtml(noteTitle(note.by))}.</strong> ${escapeHtml(note.text)} (${noteLabel})</p>`
      : '',
    byHand === '' ? '' : `<p><em>${byHand}</em></p>`,
    `<p>${escapeHtml(story === undefined ? preheader : story.map(textOf).join(' '))}</p>`,
    findings.length === 0 ? '' : `<ul>${findings.join('')}</ul>`,
    `<p><a href="${escapeHtml(link)}">The whole letter of ${formatLongDay(date)}</a>, with a link to the record of every figure.</p>`,
  ].join('')
}

function describeFinding(finding: TopFinding): string {
  return `<strong>${escapeHtml(textOf(titleFinding(finding)))}.</strong> ${escapeHtml(textOf(finding.sentence))}`
}

/** Removes characters that XML 1.0 cannot represent, even escaped. */
function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
}
