import { formatChicagoTime } from '../lib/dates.ts'
import { BUILDING, type Deed } from '../operator/deeds.ts'
import { editionLink, prose } from './page.ts'

const WAYS: Readonly<Record<Deed['by'], string>> = {
  desk: 'at the desk',
  command: 'by command',
  link: 'by the link of a preview',
}

/** A deed in a sentence, such as 'ann@pail.test, Sunday, Nov 22, 6:03 PM Chicago, at the desk: hold (look at housing).
 *  Held: ...'. */
export function describeDeed(deed: Deed): string {
  return `${deed.who}, ${formatChicagoTime(deed.begunAt)}, ${WAYS[deed.by]}: ${describeAction(deed)}`
}

function describeAction({ what, detail, outcome, words }: Deed): string {
  const named = detail === undefined ? what : `${what} (${detail})`
  if (outcome === undefined) return `${named}. ${words ?? 'It has begun; what came of it is not known yet.'}`
  const end = words === undefined || /[.!?]$/.test(words) ? '' : '.'
  return `${named}. ${outcome === 'refused' ? 'Refused: ' : ''}${words ?? ''}${end}`
}

/** Who ordered the build in progress, according to the edition's deeds, newest first. */
export function describeBuilder(deeds: readonly Deed[]): string {
  const newest = deeds.find(({ what }) => BUILDING.test(what))
  return newest === undefined || newest.outcome !== undefined || newest.words !== undefined
    ? 'by the timetable'
    : `as ${newest.who} asked`
}

/** @returns HTML */
export function listDeedItems(deeds: readonly Deed[], { withEdition = false } = {}): string {
  const items = deeds.map((deed) => {
    const edition = withEdition && deed.date !== undefined ? `${editionLink(deed.date)}: ` : ''
    return `<li>${edition}${prose(describeDeed(deed))}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}
