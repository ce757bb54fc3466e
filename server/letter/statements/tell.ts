import type { Sentence, Span } from '../../../shared/edition-contract.ts'
import { factAnchor, figuresPath } from '../../../shared/edition-address.ts'
import { DAY_MS } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import { figure, plain } from '../facts/format-fact.ts'
import type { Slot, Statement } from './statement.ts'

/** The names already used in this part of the letter: a second mention is short. */
export type Mentions = Set<string>

const SLOT = /\{([^{}]*)\}/g

/** Fills a template of a statement. A figure links to its record; one that counts, sums or follows from records of people
 *  links to its place on the page of the edition's figures, which lists them all.
 *  @param slotDate  the edition's Monday
 *  @param mentions  grows by the names that the text mentions
 *  @returns one sentence for each line of the template
 *  @throws TypeError for a role that the statement does not have, or a fact that cannot be written */
export function fillTemplate(
  { id, slots }: Pick<Statement, 'id' | 'slots'>,
  template: string,
  { slotDate, mentions = new Set() }: { slotDate: string; mentions?: Mentions },
): Sentence[] {
  return template.split('\n').map((line) => {
    const spans: Span[] = []
    let end = 0
    for (const { 0: mark, 1: role = '', index } of line.matchAll(SLOT)) {
      const slot = Object.hasOwn(slots, role) ? slots[role] : undefined
      if (!slot) {
        throw new TypeError(`'${template}' of ${id} names {${role}}, which the statement does not have`)
      }
      if (index > end) spans.push(plain(line.slice(end, index)))
      spans.push(fillSlot(slot, slotDate, mentions))
      end = index + mark.length
    }
    if (end < line.length) spans.push(plain(line.slice(end)))
    return linkPages(joinPlain(spans), slots)
  })
}

/** Links companies to the pages of their tickers, also within another name: 'Tesla CEO Elon Musk'. */
function linkPages(sentence: Sentence, slots: Statement['slots']): Sentence {
  return Object.values(slots).reduce<Sentence>((linked, slot) => {
    if (slot.page === undefined) return linked
    const { page: href } = slot
    const text = 'figure' in slot ? (slot.text ?? String(slot.figure.value)) : slot.name
    return linked.flatMap((span) => {
      const at = span.href === undefined ? findWords(span.text, text) : -1
      if (at === -1) return [span]
      const around = [plain(span.text.slice(0, at)), { text, href }, plain(span.text.slice(at + text.length))]
      return around.filter((one) => one.text !== '')
    })
  }, sentence)
}

/** @returns where the words first appear on their own, or -1 */
function findWords(text: string, words: string): number {
  const isPart = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '')
  const at = words === '' ? -1 : text.indexOf(words)
  return at === -1 || isPart(text[at - 1]) || isPart(text[at + words.length]) ? -1 : at
}

function fillSlot(slot: Slot, slotDate: string, mentions: Mentions): Span {
  if ('figure' in slot) {
    const { text, href, factId } = figure(
      slot.figure,
      slot.text,
      slot.href ?? listingOf(slot.figure, slotDate),
    )
    // Links on every day and name in a sentence would distract from the one that matters.
    return isFigure(slot.figure) ? { text, href, factId } : plain(text)
  }
  const isKnown = mentions.has(slot.name)
  mentions.add(slot.name)
  return plain(isKnown ? (slot.short ?? slot.name) : slot.name)
}

/** The source pages of facts about a whole week: the SEC's folder of a quarter, the search pages of the House and the
 *  Senate. They show no figure. */
export const WEEK_PAGE = /\/daily-index\/\d{4}\/QTR\d\/$|\/FinancialDisclosure$|\/search\/$/

/** Where a figure links to: its record, or its own place among the edition's figures. */
export function recordOf(fact: Fact, slotDate: string): string {
  return listingOf(fact, slotDate) ?? fact.sourceUrl
}

/** @returns undefined if the record itself is the right page: that of a series lists its values, and one filing has its
 *  own */
function listingOf({ id, section, inputs, sourceUrl }: Fact, slotDate: string): string | undefined {
  if (section !== 'insiders' && section !== 'congress') return undefined
  const isComputed = inputs.some((input) => input.startsWith(`${section}/`))
  return inputs.length > 1 || isComputed || WEEK_PAGE.test(sourceUrl)
    ? `${figuresPath(slotDate)}#${factAnchor(id)}`
    : undefined
}

/** Joins names with the words around them. */
function joinPlain(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last && last.factId === undefined && span.factId === undefined && span.href === undefined) {
      joined[joined.length - 1] = plain(last.text + span.text)
    } else joined.push(span)
  }
  return joined
}

/** Chooses a wording: always the same for one statement in one edition, and the next of its wordings the week after.
 *  @param slotDate  the edition's Monday */
export function chooseTelling(
  { id, tellings }: Pick<Statement, 'id' | 'tellings'>,
  slotDate: string,
): string {
  let hash = 2_166_136_261
  for (const unit of id) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return tellings[(hash + countWeeks(slotDate)) % tellings.length] ?? tellings[0]
}

const countWeeks = (day: string) => Math.floor(Math.max(0, Date.parse(day) || 0) / (7 * DAY_MS))

/** The figures that a template prints, by the ids of their facts; days and names do not count. */
export function figuresOf(template: string, slots: Statement['slots']): string[] {
  return [...template.matchAll(SLOT)].flatMap(([, role = '']) => {
    const slot = Object.hasOwn(slots, role) ? slots[role] : undefined
    return slot && 'figure' in slot && isFigure(slot.figure) ? [slot.figure.id] : []
  })
}

/** Whether a headline has an amount; a day does not count, since it only says since when. */
export function saysHowMuch(template: string, slots: Statement['slots']): boolean {
  return [...template.matchAll(SLOT)].some(([, role = '']) => {
    const slot = slots[role]
    return slot !== undefined && 'figure' in slot && slot.figure.unit !== 'date'
  })
}

const isFigure = ({ unit }: Fact) => unit !== 'date' && unit !== 'text'

export const textOf = (sentences: readonly Sentence[]): string =>
  sentences.map((sentence) => sentence.map(({ text }) => text).join('')).join(' ')

export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length
