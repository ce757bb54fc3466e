import { daysBetween } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import type { DraftSentence } from './draft.ts'
import { formatFact } from '../facts/format-fact.ts'
import { groupOf, isChange, isVerdictWord, labelOf, sideOf } from './fact-traits.ts'
import { fixedTemplates } from './fixed-templates.ts'
import { takesThe } from './plain-words.ts'
import { fillTemplate, findPeriodSlot, findSubjectSlot, type Period, type SlotTable } from './slot-table.ts'
import { judgeSentence } from './verify-draft.ts'

export interface PlainDraft {
  readonly sentences: DraftSentence[]
  /** Ids of required facts whose value does not fit its unit. */
  readonly unwritten: string[]
}

/** Sets a section by fixed rules: a sentence for each required fact, held to the same rules as a model's.
 *  The same facts give the same sentences, byte for byte. */
export function writePlainly(table: SlotTable): PlainDraft {
  const sentences: DraftSentence[] = []
  const unwritten: string[] = []
  for (const slot of new Set(table.required)) {
    const fact = slot === undefined ? undefined : table.facts.get(slot)
    if (slot === undefined || !fact || sentences.some(({ factIds }) => factIds.includes(slot))) continue
    const isOurWord = isVerdictWord(fact)
    if (formatFact(fact) === undefined) unwritten.push(fact.id)
    // A direction by itself says nothing: it stands with its figure.
    else if (!isOurWord) sentences.push(findSentence(table, slot, fact))
  }
  return { sentences, unwritten }
}

function findSentence(table: SlotTable, slot: string, fact: Fact): DraftSentence {
  for (const template of listTemplates(table, fact)) {
    const sentence = fillTemplate(table, template, groupOf(fact))
    if (sentence?.factIds.includes(slot) && judgeSentence(table, sentence).length === 0) return sentence
  }
  // Name and figure say the least, and nothing wrong; a change says over which days it was.
  const days = isChange(fact) ? findPeriodSlot(table, fact.period) : undefined
  const slots = [findSubjectSlot(table, fact.subject), days, slot].filter((one) => one !== undefined)
  return { text: `${slots.map((one) => `{{${one}}}`).join(', ')}.`, factIds: [slot] }
}

/** The best first. */
function listTemplates(table: SlotTable, fact: Fact): string[] {
  const side = sideOf(fact)
  const the = takesThe(fact.subject) ? 'the ' : ''
  const when = wordsOfPeriod(fact.period)
  const own = fixedTemplates[table.section]
    .filter((template) => template.side === undefined || template.side === side)
    .filter((template) => template.of?.test(fact.id) ?? true)
    .filter((template) => template.text.includes(`<${fact.kind}>`))
    // 'was unchanged by 0.00' is no English.
    .filter((template) => fact.value !== 0 || !template.text.includes('<direction> by'))
    .map((template) => template.text)
  const label = labelOf(fact, table.section)
  const figure = `<${fact.kind}>`
  const was = isSeveral(fact.subject) ? 'were' : 'was'
  const generic = [
    ...(fact.value === 0 ? [`<@> <direction> ${when}, with a change of ${figure}.`] : []),
    `<@> <direction> by ${figure} ${when}.`,
    ...(['rate', 'level', 'value', 'index', 'months', 'change'].includes(label) || label === ''
      ? []
      : [`The ${label} of <@> was ${figure} ${when}.`, `For <@>, the ${label} was ${figure}.`]),
    ...(isChange(fact) ? [`The change in <@> was ${figure} ${when}.`] : []),
    `<@> ${was} ${figure} ${when}.`,
    `<@> ${was} ${figure}.`,
    `For <@>, the figure was ${figure}.`,
  ]
  return [...listWithChange(table, fact), ...own, ...generic].map((text) =>
    setArticle(text.replace('<when>', when), the),
  )
}

function setArticle(template: string, the: string): string {
  if (the === '') return template
  return template.startsWith('<@>')
    ? template.replace('<@>', 'The <@>')
    : template.replace('<@>', `${the}<@>`)
}

function wordsOfPeriod({ from, to }: Period): string {
  const days = daysBetween(from, to) + 1
  if (days === 1) return 'on <#>'
  if (days >= 5 && days <= 9) return 'over the week'
  if (days >= 350 && days <= 400) return 'over the year'
  return from.endsWith('-01') && days < 32 ? 'in <#>' : 'from <#>'
}

/** A level whose change of the week or month is required too: both in one sentence. */
function listWithChange(table: SlotTable, fact: Fact): string[] {
  const group = groupOf(fact)
  const required = table.required.flatMap((slot) => table.facts.get(slot ?? '') ?? [])
  return ['week', 'month'].flatMap((over) => {
    const id = `${group}/${over}`
    const isTold = required.some((other) => other.id === `${id}/change` && other.value !== 0)
    return isTold ? [`<@> <${id}/direction> by <${id}/change> over the ${over} to <${fact.kind}>.`] : []
  })
}

/** 'consumer prices', but not 'supply of new homes' or 'S&P 500'. */
function isSeveral(subject: string): boolean {
  return /[^s]s$/.test(subject.split(' of ')[0] ?? '')
}
