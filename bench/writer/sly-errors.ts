import type { SectionName } from '../../server/letter/facts/fact.ts'
import { formErrors } from './form-errors.ts'
import { slySeriesErrors } from './sly-series-errors.ts'

/** How a sentence of plain words and rightful slots says what its facts do not. */
export type SlyKind =
  | 'swapped day'
  | 'wrong order'
  | 'wrong agent'
  | 'change as level'
  | 'false standstill'
  | 'other party'
  | 'false comparison'
  | 'wrong start'
  | 'lateness'
  | 'wrong meaning'
  | 'lie in a known form'

export interface SlyErrors {
  readonly kind: SlyKind
  readonly section: SectionName
  /** Each text is tried with the facts of each group. */
  readonly groups: readonly string[]
  /** As fillTemplate reads them. */
  readonly texts: readonly string[]
}

const BUYS = ['insiders/buy/100/70', 'insiders/buy/101/71']
const SALES = ['insiders/sale/102/72']
const MEMBER_BUYS = ['congress/buy/900', 'congress/buy/901']
const MEMBER_SALES = ['congress/sale/902']
const ALL_BUYS = '@insiders/total/buy-value'
const ALL_SALES = '@insiders/total/sale-value'

/** The same lie of a purchase and of a sale. */
function ofBothSides(kind: SlyKind, section: 'insiders' | 'congress', texts: readonly string[]): SlyErrors[] {
  const sides =
    section === 'insiders'
      ? [
          { groups: BUYS, side: ['purchase', 'bought', 'buyer'] },
          { groups: SALES, side: ['sale', 'sold', 'seller'] },
        ]
      : [
          { groups: MEMBER_BUYS, side: ['purchase', 'bought', 'buyer'] },
          { groups: MEMBER_SALES, side: ['sale', 'sold', 'seller'] },
        ]
  return sides.map(({ groups, side: [trade = '', did = '', who = ''] }) => ({
    kind,
    section,
    groups,
    texts: texts.map((text) => text.replaceAll('TRADE', trade).replaceAll('DID', did).replaceAll('WHO', who)),
  }))
}

const slyTradeErrors: readonly SlyErrors[] = [
  ...ofBothSides('swapped day', 'congress', [
    '<@> reported the TRADE on <traded-on>.',
    '<@> filed the report of the TRADE on <traded-on>.',
    '<@> DID <asset> on <filed-on>.',
    '<@> DID <amount> of <asset> on <filed-on>.',
    'The TRADE by <@> was reported on <traded-on>.',
    '<@> made a TRADE of <asset> on <filed-on>.',
    'On <filed-on>, <@> DID <amount> of <asset>.',
    'The TRADE by <@> was made on <filed-on>.',
  ]),
  ...ofBothSides('swapped day', 'insiders', [
    'The TRADE at <@> was reported on <first-traded-on>.',
    'On <filed-on>, an insider of <@> DID <shares>.',
    'An insider of <@> DID shares at <average-price> on <filed-on>.',
    'The TRADE at <@> was made on <filed-on>.',
    'Insiders of <@> last DID shares on <first-traded-on>.',
    'The report of the TRADE at <@> was filed on <first-traded-on>.',
  ]),
  ...ofBothSides('wrong order', 'insiders', [
    'The TRADE at <@> was reported <lag> before the trade.',
    'The TRADE at <@> came <lag> after the report.',
    'At <@>, the report came <lag> before the TRADE.',
    'The report at <@> was filed <lag> before the TRADE.',
    'The trade at <@> was made <lag> after the report.',
    'An insider of <@> DID shares after <lag>, before the report.',
    'The TRADE at <@> took <lag>.',
    'After <lag>, an insider of <@> DID shares.',
  ]),
  ...ofBothSides('wrong order', 'congress', [
    'The TRADE by <@> was reported <lag> before the trade.',
    '<@> DID <asset> <lag> after the report.',
    '<@> reported the TRADE of <asset> <lag> before the trade.',
    'The report by <@> came <lag> before the TRADE of <asset>.',
    'The TRADE by <@> came <lag> after the report.',
    '<@> DID <amount> of <asset> before the report was filed.',
    '<@> DID <asset> after a report on the companies, for <amount>.',
  ]),
  ...ofBothSides('lateness', 'congress', [
    '<@> was <lag> late to report the TRADE.',
    '<@> was <lag> late.',
    '<@> is late by <lag>.',
    '<@> came late with a TRADE of <amount>.',
    '<@> was disclosed late, with a TRADE of <amount>.',
    'The TRADE by <@> was filed late, <lag> after the trade.',
    '<@> took <lag> to report the TRADE, late.',
    'The report of <@> came late, <lag> after the TRADE.',
    '<@> filed the report <lag> late.',
    '<@> reported the TRADE of <asset> <lag> after the trade, late.',
  ]),
  ...ofBothSides('lateness', 'insiders', [
    'A TRADE at <@> was <lag> late.',
    '<@> came late with a TRADE of <value>.',
    '<@> was disclosed late, with a TRADE of <value>.',
    'The late TRADE at <@> came to <value>.',
    'The TRADE at <@> was late by <lag>.',
    'At <@>, a late WHO DID <shares>.',
    'The TRADE at <@> was reported late, <lag> after the trade.',
  ]),
  {
    kind: 'lateness',
    section: 'insiders',
    groups: ['insiders/coverage'],
    texts: [
      'Of <@>, <listed> were listed and <unread> were late.',
      '<@> are late by <unread>.',
      'Of <@>, <unread> were filed late.',
      'The late filings of <@> were <unread>.',
    ],
  },
  {
    kind: 'lateness',
    section: 'congress',
    groups: ['congress/net/104'],
    texts: [
      '<members-buying> lawmakers of <@> were late.',
      'Each of <members-buying> members of <@> was late.',
    ],
  },
  ...ofBothSides('wrong agent', 'insiders', [
    '<@> DID <shares> for <value>.',
    '<@> DID shares for <value>.',
    '<@> DID stock at <average-price>.',
    'The stock of <@> DID <shares>.',
    'A company, <@>, DID <shares>.',
    'Companies DID <shares> of <@>.',
    'The report of <@> DID <shares>.',
    'Sources at <@> DID <shares>.',
  ]),
  {
    kind: 'wrong agent',
    section: 'insiders',
    groups: ['insiders/total'],
    texts: [
      `<${ALL_BUYS}> were made by <buy-issuers> companies.`,
      `<${ALL_SALES}> were made by <sale-issuers> companies.`,
      `<buy-issuers> companies purchased stock, of <${ALL_BUYS}>.`,
      `<buy-issuers> companies bought shares in <${ALL_BUYS}>.`,
      `<sale-issuers> companies sold shares in <${ALL_SALES}>.`,
      `<${ALL_BUYS}> made <buy-value> for the insiders.`,
      `In <${ALL_BUYS}>, the companies paid <buy-value>.`,
      `In <${ALL_SALES}>, the issuers took <sale-value>.`,
    ],
  },
  ...ofBothSides('other party', 'congress', [
    '<@> DID <asset> to lawmakers for <amount>.',
    '<@> DID <asset> to members for <amount>.',
    '<@> DID <asset> to companies for <amount>.',
    '<@> DID <asset> from lawmakers for <amount>.',
    '<@> DID <asset> with lawmakers for <amount>.',
    '<@> traded against lawmakers, for <amount> of stock DID.',
    '<@> DID <asset> for <amount> among members.',
    '<@> DID <asset> by lawmakers for <amount>.',
    '<@> DID <asset> between companies for <amount>.',
    '<@> and members DID <amount> of <asset>.',
  ]),
  ...ofBothSides('other party', 'insiders', [
    'An insider of <@> DID <shares> from companies.',
    'An insider of <@> DID <shares> to insiders for <value>.',
    'An insider of <@> DID <shares> with the issuers.',
    'An insider of <@> DID shares against insiders for <value>.',
    'An insider of <@> DID <shares> among companies.',
    'Among insiders of <@>, each DID <shares>.',
    '<@> took <value> from an insider that DID shares.',
  ]),
  ...ofBothSides('wrong meaning', 'insiders', [
    'The price of <@> was <average-price> when it was DID.',
    'The stock of <@> DID at <average-price> remains there.',
    'The price of <@> was <average-price>.',
    'The holding at <@> that was DID remains at <shares>.',
    'At <@>, the WHO is left with <shares>.',
    'Insiders held <shares> of <@>.',
    'At <@>, each insider DID <shares>.',
    'An insider of <@> DID <shares> over the past week.',
    'Last week an insider of <@> DID <shares>.',
    'The insider made <value> at <@>.',
    'Insiders took <value> from <@>.',
    'At <@>, an insider DID <shares> at a fixed price of <average-price>.',
  ]),
  {
    kind: 'wrong meaning',
    section: 'insiders',
    groups: BUYS,
    texts: [
      'The price of <@> changed by <size-against-holding>.',
      'The purchase added <size-against-holding> to the price of <@>.',
      'The stock of <@> was worth <size-against-holding>.',
      'The purchase at <@> took <size-against-holding> of the holding.',
      'The holding at <@> changed by <size-against-holding>.',
      'The purchase at <@> adds <size-against-holding> to the stock.',
      'The purchase at <@> was <size-against-holding> of the shares.',
      'The price paid at <@> is under <average-price>.',
    ],
  },
  {
    kind: 'wrong meaning',
    section: 'congress',
    groups: MEMBER_SALES,
    texts: [
      '<@> has <amount> left after the sale of <asset>.',
      '<@> sold each share of <asset> for <amount>.',
      '<@> made <amount> on the sale.',
      '<@> sold a holding of <amount>.',
      '<@> needed <amount> and sold <asset>.',
      '<@> has <amount> of <asset> to sell.',
    ],
  },
  {
    kind: 'false comparison',
    section: 'insiders',
    groups: ['insiders/total'],
    texts: [
      `<${ALL_BUYS}> came to <buy-value> against the average.`,
      `<${ALL_SALES}> came to <sale-value>, over the average.`,
      `<${ALL_SALES}> came to <sale-value> compared with purchases.`,
      `<${ALL_BUYS}> were worth over <buy-value>.`,
      `<${ALL_BUYS}> came to <buy-value>, under the sales.`,
    ],
  },
  ...ofBothSides('false comparison', 'insiders', [
    'An insider of <@> DID shares at <average-price>, under the average.',
    'An insider of <@> DID shares at <average-price> against the close.',
    'At <@>, an insider DID <shares>, over the average of insiders.',
    'The TRADE at <@> was worth <value> against the holding.',
  ]),
  ...ofBothSides('false comparison', 'congress', [
    '<@> DID <amount> of <asset>, over the average of members.',
    '<@> DID <amount> of <asset> compared with other lawmakers.',
    '<@> DID <amount> of <asset> against the list.',
  ]),
]

/** Written with the whole list of plain words at hand. */
export const slyErrors: readonly SlyErrors[] = [...slyTradeErrors, ...slySeriesErrors, ...formErrors]
