import type { EditionInput } from '../edition-input.ts'
import type { InsiderSection } from '../insider-section.ts'
import { formatCount, formatMoney, numberOf } from './format.ts'
import { presentCompanyShort, presentOwner } from './present-names.ts'

const MAX_SUBJECT = 59

/** The subject from the top fact: several buyers of one company, else the largest purchase, else the largest sale.
 *  @returns below 60 characters, by leaving names out where they are too long */
export function writeSubject({ sections, site }: EditionInput): string {
  const insiders = sections.find((section) => section.name === 'insiders' && section.state === 'ready')
  const wordings = insiders?.state === 'ready' ? insiderWordings(insiders.analysis) : []
  const fitting = [...wordings, `${site.name}: the week’s money news`].find(
    (text) => text.length <= MAX_SUBJECT,
  )
  return fitting ?? 'The week’s money news'
}

/** The line beside the subject in a list of mails. */
export function writePreheader({ sections }: EditionInput): string {
  const insiders = sections.find((section) => section.name === 'insiders' && section.state === 'ready')
  if (insiders?.state !== 'ready') return 'What we could read this week, every figure linked to its record.'
  const { totals } = insiders.analysis
  if (numberOf(totals.buyFindings) + numberOf(totals.saleFindings) === 0) {
    return 'A quiet week for insiders: no purchase or sale was reported.'
  }
  return `Insiders reported ${formatMoney(totals.buyValue)} of purchases and ${formatMoney(totals.saleValue)} of sales. Every figure links to its filing.`
}

function insiderWordings({ clusters, buys, sales }: InsiderSection): string[] {
  const [cluster] = clusters
  if (cluster) {
    const buyers = formatCount(cluster.facts.buyers)
    const value = formatMoney(cluster.facts.value)
    const company = presentCompanyShort(cluster.issuer.name)
    return [
      `${buyers} insiders bought ${value} of ${company}`,
      `${buyers} insiders bought ${value} of ${cluster.issuer.ticker ?? 'one company'}`,
    ]
  }
  const top = buys[0] ?? sales[0]
  if (!top) return ['A quiet week: no insider purchases or sales']
  const verb = top.side === 'buy' ? 'bought' : 'sold'
  const value = formatMoney(top.facts.value)
  const owner = top.owners[0] ? presentOwner(top.owners[0]) : 'An insider'
  const company = presentCompanyShort(top.issuer.name)
  return [
    `${owner} ${verb} ${value} of ${company}`,
    `${owner} ${verb} ${value} of ${top.issuer.ticker ?? 'a company'}`,
    `An insider ${verb} ${value} of ${company}`,
    `An insider ${verb} ${value} of ${top.issuer.ticker ?? 'a company'}`,
  ]
}
