import { formatChicagoTime } from '../lib/dates.ts'
import { escapeHtml } from '../lib/text.ts'
import type { Deed } from '../operator/deeds.ts'
import { editionLink } from './page.ts'

const WAYS: Readonly<Record<Deed['by'], string>> = {
  desk: 'at the desk',
  command: 'by command',
  link: 'by the link of a preview',
}

/** Somebody's deed in a sentence, such as 'ann@pail.test, 2026-11-22 18:03 in Chicago, at the desk: hold (look at housing).
 *  Held: ...'. */
export function describeDeed(deed: Deed): string {
  return `${deed.who}, ${formatChicagoTime(deed.begunAt)}, ${WAYS[deed.by]}: ${tellWhat(deed)}`
}

function tellWhat({ what, detail, outcome, words }: Deed): string {
  const named = detail === undefined ? what : `${what} (${detail})`
  if (outcome === undefined) return `${named}. It has begun; what came of it is not known yet.`
  const end = words === undefined || /[.!?]$/.test(words) ? '' : '.'
  return `${named}. ${outcome === 'refused' ? 'Refused: ' : ''}${words ?? ''}${end}`
}

/** @returns HTML */
export function listDeedItems(deeds: readonly Deed[], { withEdition = false } = {}): string {
  const items = deeds.map((deed) => {
    const edition = withEdition && deed.date !== undefined ? `${editionLink(deed.date)}: ` : ''
    return `<li>${edition}${escapeHtml(describeDeed(deed))}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}
