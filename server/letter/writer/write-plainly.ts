import { daysBetween } from '../../lib/dates.ts'
import type { Fact, SectionName } from '../facts/fact.ts'
import type { DraftSentence } from './language-model.ts'
import { formatFact } from '../facts/format-fact.ts'
import { groupOf, isChange, isVerdictWord, labelOf, sideOf } from './fact-traits.ts'
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

export interface FixedTemplate {
  /** As fillTemplate reads it; '<when>' is the figure's days in words. */
  readonly text: string
  /** Only for trades of this side. */
  readonly side?: 'buy' | 'sale'
  /** Only for facts whose id is so. */
  readonly of?: RegExp
}

/** By the kinds of facts that they name, the fullest first: of those of one trade and of several the forms let one through. What none of them fits is set by the writer's own rules. */
const fixedTemplates: Readonly<Record<SectionName, readonly FixedTemplate[]>> = {
  insiders: [
    { text: '<@> came to <buy-value>, in <buy-issuers> companies.' },
    { text: '<@> came to <sale-value>, in <sale-issuers> companies.' },
    { text: '<@> came to <buy-value>.' },
    { text: '<@> came to <sale-value>.' },
    { text: 'At <@>, <buyers> insiders bought shares for <value> together.' },
    { text: 'At <@>, <buyers> insiders bought shares.' },
    { text: 'An insider of <@> bought <shares> for <value>.', side: 'buy' },
    { text: 'An insider of <@> bought shares for <value>.', side: 'buy' },
    { text: 'An insider of <@> bought <shares>.', side: 'buy' },
    { text: 'An insider of <@> bought shares at <average-price>.', side: 'buy' },
    { text: 'An insider of <@> bought shares at an average price of <average-price>.', side: 'buy' },
    { text: 'An insider of <@> bought shares on <first-traded-on>.', side: 'buy' },
    { text: 'An insider of <@> bought shares from <first-traded-on> to <last-traded-on>.', side: 'buy' },
    { text: 'An insider of <@> bought shares on <last-traded-on>.', side: 'buy' },
    { text: 'The purchase at <@> was reported on <filed-on>.', side: 'buy' },
    { text: 'The purchases at <@> were reported by <filed-on>.', side: 'buy' },
    { text: 'The purchase at <@> was reported <lag> after the trade.', side: 'buy' },
    { text: 'The purchases at <@> were reported up to <lag> after the trade.', side: 'buy' },
    { text: 'The purchase at <@> adds <size-against-holding> to the holding.', side: 'buy' },
    { text: 'An insider of <@> sold <shares> for <value>.', side: 'sale' },
    { text: 'An insider of <@> sold shares for <value>.', side: 'sale' },
    { text: 'An insider of <@> sold <shares>.', side: 'sale' },
    { text: 'An insider of <@> sold shares at <average-price>.', side: 'sale' },
    { text: 'An insider of <@> sold shares at an average price of <average-price>.', side: 'sale' },
    { text: 'An insider of <@> sold shares on <first-traded-on>.', side: 'sale' },
    { text: 'An insider of <@> sold shares from <first-traded-on> to <last-traded-on>.', side: 'sale' },
    { text: 'An insider of <@> sold shares on <last-traded-on>.', side: 'sale' },
    { text: 'The sale at <@> was reported on <filed-on>.', side: 'sale' },
    { text: 'The sales at <@> were reported by <filed-on>.', side: 'sale' },
    { text: 'The sale at <@> was reported <lag> after the trade.', side: 'sale' },
    { text: 'The sales at <@> were reported up to <lag> after the trade.', side: 'sale' },
    { text: 'Of <@>, <listed> were listed and <read> were read.' },
    { text: 'For <@>, <unread> reports are unread.' },
  ],
  // What a member reports may be a spouse’s or a child’s: nobody is said to have bought it.
  congress: [
    { text: '<@> reported a purchase of <asset> worth <amount>.', side: 'buy' },
    { text: '<@> reported purchases of <asset> worth <amount>.', side: 'buy' },
    { text: '<@> reported a purchase of <amount>.', side: 'buy' },
    { text: '<@> reported purchases of <amount>.', side: 'buy' },
    { text: '<@> reported the purchase of <asset> <lag> after the trade.', side: 'buy' },
    { text: '<@> reported purchases of <asset> up to <lag> after the trade.', side: 'buy' },
    { text: 'The purchase by <@> was reported <lag> after the trade.', side: 'buy' },
    { text: 'The purchases by <@> were reported up to <lag> after the trade.', side: 'buy' },
    { text: '<@> made a purchase of <asset> on <traded-on>.', side: 'buy' },
    { text: '<@> made purchases of <asset> from <first-traded-on> to <last-traded-on>.', side: 'buy' },
    { text: 'The purchase by <@> was reported on <filed-on>.', side: 'buy' },
    { text: 'The purchases by <@> were reported by <filed-on>.', side: 'buy' },
    { text: '<@> reported a sale of <asset> worth <amount>.', side: 'sale' },
    { text: '<@> reported sales of <asset> worth <amount>.', side: 'sale' },
    { text: '<@> reported a sale of <amount>.', side: 'sale' },
    { text: '<@> reported sales of <amount>.', side: 'sale' },
    { text: '<@> reported the sale of <asset> <lag> after the trade.', side: 'sale' },
    { text: '<@> reported sales of <asset> up to <lag> after the trade.', side: 'sale' },
    { text: 'The sale by <@> was reported <lag> after the trade.', side: 'sale' },
    { text: 'The sales by <@> were reported up to <lag> after the trade.', side: 'sale' },
    { text: '<@> made a sale of <asset> on <traded-on>.', side: 'sale' },
    { text: '<@> made sales of <asset> from <first-traded-on> to <last-traded-on>.', side: 'sale' },
    { text: 'The sale by <@> was reported on <filed-on>.', side: 'sale' },
    { text: 'The sales by <@> were reported by <filed-on>.', side: 'sale' },
    { text: 'This week, <members-buying> members bought shares of <@>.' },
    { text: '<members-buying> members bought shares of <@>.' },
    { text: 'This week, <members-selling> members sold shares of <@>.' },
    { text: '<members-selling> members sold shares of <@>.' },
    { text: 'Of <@>, <listed> were listed and <read> were read.' },
    { text: 'For <@>, <unread> reports are unread.' },
  ],
  housing: [
    { text: 'The payment on <@> <direction> by <change> <when>.', of: /\/(loan|home)\// },
    { text: 'The payment on <@> <direction> <when>, with a change of <change>.', of: /\/(loan|home)\// },
    { text: 'The payment on <@> was <payment-last-year> on <#payment-last-year>.' },
    { text: '<@> were at an annual rate of <level> in <#>.', of: /\/(starts|permits)\// },
    { text: 'The payment on <@> is <payment> a month.' },
    { text: 'A household needs an income of <income-needed> a year for <@>.' },
  ],
  economy: [{ text: 'The average of <@> was <four-week-mean> a week.' }],
  markets: [{ text: '<@> ended the week at <level>.' }],
}

/** What a section means for somebody who lives on wages. Words alone: no figure, no forecast, nothing to do. */
export const sectionMeanings: Readonly<Record<SectionName, readonly string[]>> = {
  insiders: [
    'A sale says little by itself: people sell for taxes, a house, or a plan made long before.',
    'A purchase is rarer.',
    'Neither tells where a price will go.',
  ],
  congress: [
    'Members report ranges, not exact sums, and often weeks after a trade.',
    'A report shows what was traded.',
    'It does not show why.',
  ],
  housing: [
    'The mortgage rate sets the payment on a new loan.',
    'A fixed loan that someone already has stays as it is.',
    'Rents follow house prices slowly, and not in every town.',
  ],
  economy: [
    'Pay after inflation tells what an hour of work buys.',
    'When prices rise faster than pay, the same hour buys less at the store.',
  ],
  markets: [
    'Someone who saves for retirement at work often owns a small part of the stock market through a fund.',
    'One week says little about the years until retirement.',
  ],
}
