import type { Sentence } from '../../shared/edition-contract.ts'
import { textOf } from '../../shared/link-words.ts'
import { formatChicagoTime } from '../lib/dates.ts'
import { escapeHtml } from '../lib/text.ts'
import type { SectionReview } from '../sending/editions/review-edition.ts'
import type { DeskDeps } from './desk-deps.ts'
import type { SeenEdition } from './edition-page.ts'
import { ORDER_FIELDS, orderButton } from './orders.ts'
import { choice, paragraph, prose, section } from './page.ts'
import { listEditionCorrections } from '../sending/editions/corrections.ts'

const RECORDED_PLACE = /^([^:]*): (.+)$/

/** Forms for what a person may change before the edition goes out. */
export function writeEdits(edition: SeenEdition): string {
  const { review } = edition
  const headline = review.edits.find(({ kind }) => kind === 'headline')
  const note = review.edits.find(({ kind }) => kind === 'note')
  const drops = review.edits.filter(({ kind }) => kind === 'drop')
  const fold = (summary: string, content: string) =>
    `<details><summary>${escapeHtml(summary)}</summary>${content}</details>`
  return section(
    'Change it',
    [
      paragraph('Each change writes the letter again from the records that are kept.'),
      fold(
        'The headline',
        orderButton(edition, 'headline', {
          content: ORDER_FIELDS.headline({ text: review.subject }),
        }) + (headline ? orderButton(edition, 'undo-headline') : ''),
      ),
      fold(
        'A signed note on top',
        orderButton(edition, 'note', {
          content: ORDER_FIELDS.note(note ?? {}),
        }) + (note ? orderButton(edition, 'undo-note') : ''),
      ),
      fold(
        'Drop a finding',
        `${listFindings(edition)
          .map(
            ({ id, place, words }) =>
              `<p><span class="quiet">${escapeHtml(place)}</span> ${escapeHtml(words ?? id)}</p>${orderButton(edition, 'drop', { button: 'Drop it', hidden: { text: id } })}`,
          )
          .join('')}${orderButton(edition, 'drop', {
          content: ORDER_FIELDS.drop({}),
        })}<p class="quiet">The letter tells how many were dropped; tables and sums keep it.</p>${drops
          .map(
            ({ text, by }) =>
              paragraph(`Dropped by ${by}: ${text}`) +
              orderButton(edition, 'undo-drop', { hidden: { text } }),
          )
          .join('')}`,
      ),
    ].join(''),
  )
}

/** Findings that rules put into the letter: each with its id as listed by `edition audit` and, if the letter has as many items
 *  in that place as rules put there, its words. */
export function listFindings({
  review: { audits, sections = [] },
}: Pick<SeenEdition, 'review'>): { id: string; place: string; words: string | undefined }[] {
  const record = audits.find(({ section }) => section === 'letter')?.record as
    | { byRules?: readonly unknown[] }
    | null
    | undefined
  const byPlace = Map.groupBy(
    (record?.byRules ?? []).flatMap((item) => {
      const [, place = '', id] = RECORDED_PLACE.exec(String(item)) ?? []
      return id === undefined ? [] : [{ id, place }]
    }),
    ({ place }) => place,
  )
  const found = [...byPlace].flatMap(([place, findings]) => {
    const items = itemsAt(place, sections)
    return findings.map(({ id }, index) => ({
      id,
      place,
      words: items.length === findings.length ? items[index] : undefined,
    }))
  })
  // A finding may appear in two places: show the one whose words are known.
  const told = found.filter(({ words }) => words !== undefined)
  const rest = found.filter(({ id }) => !told.some((one) => one.id === id))
  return [...new Map([...told, ...rest].map((one) => [one.id, one])).values()]
}

/** @param place  such as 'insiders big' or 'insiders smaller' */
function itemsAt(place: string, sections: readonly SectionReview[]): string[] {
  const one = sections.find(({ name }) => place.startsWith(`${name} `))
  if (one !== undefined && place.endsWith(' big')) return [wordsOf(one.big)]
  return one !== undefined && place.endsWith(' smaller')
    ? [...one.smaller, ...(one.more ?? [])].map(wordsOf)
    : []
}

const wordsOf = (sentences: readonly Sentence[]) => sentences.map(textOf).join(' ')

/** The figures of a letter's items, once each: the fact's id, the figure and its section. */
function listFigures(sections: readonly SectionReview[]): (readonly [string, string])[] {
  return sections.flatMap(({ title, big, smaller, more = [] }) =>
    [...new Map([...big, ...smaller.flat(), ...more.flat()].flat().flatMap(figureOf))].map(
      ([id, text]) => [id, `${text} (${title})`] as const,
    ),
  )
}

const figureOf = ({ factId, text }: Sentence[number]) =>
  factId === undefined ? [] : [[factId, text] as const]

export async function writeCorrections(deps: DeskDeps, edition: SeenEdition): Promise<string> {
  const { date } = edition.review
  const corrections = await listEditionCorrections(deps.db, date)
  const items = corrections.map(({ id, text, notedAt, withdrawnAt }) => {
    const when = formatChicagoTime(new Date(notedAt))
    return `<li><p>${prose(`Number ${id}, noted ${when}${withdrawnAt === undefined ? '' : ', taken back'}: ${text}`)}</p>${
      withdrawnAt === undefined ? orderButton(edition, 'undo-correct', { hidden: { id } }) : ''
    }</li>`
  })
  return section(
    'Corrections',
    (items.length === 0 ? '' : `<ul>${items.join('')}</ul>`) +
      orderButton(edition, 'correct', {
        content:
          ORDER_FIELDS.correct({}) +
          choice('figure', 'Which figure, if it is one: it is struck through', [
            ['', 'None of them'],
            ...listFigures(edition.review.sections ?? []),
          ]),
      }),
  )
}
