import type { Trade } from '../../records/insiders/judge-trades.ts'
import type { Fact } from '../facts/fact.ts'
import type { FactMaker } from './analyse-insiders.ts'
import type { InsiderFinding } from './insider-section.ts'
import type { TradeGroup } from './roll-up.ts'

/** Which trades a sum covers: 'market': bought or sold on the open market or in private, as far as the forms show ·
 *  'offer': in an offering or a placement, according to their notes · 'conversion': bought on a day of conversions ·
 *  'tax': sold for taxes alone. */
type ApartFrom = 'market' | 'offer' | 'conversion' | 'tax'

function describeParts(counted: readonly TradeGroup[], findings: readonly InsiderFinding[], make: FactMaker) {
  const valueOf = new Map(counted.map(({ id, value }) => [id, value]))
  const partOf = ({ via, isBesideConversion }: InsiderFinding): ApartFrom =>
    via === 'taxes' ? 'tax' : via !== undefined ? 'offer' : isBesideConversion ? 'conversion' : 'market'
  const formulas: Readonly<Record<ApartFrom, string>> = {
    market:
      'no offering, placement or sale for taxes alone by the forms’ notes, and no conversion on the day of a purchase',
    offer: 'in an offering or a private placement, by the forms’ notes',
    conversion: 'purchases on a day on which the same form turns other holdings into shares (code C)',
    tax: 'sold to cover taxes alone, by the forms’ notes',
  }
  const sum = (part: ApartFrom, side: 'buy' | 'sale'): Fact => {
    const some = findings.filter((finding) => finding.side === side && partOf(finding) === part)
    return make.ofWeek({
      id: `insiders/total/${part}-${side}-value`,
      subject: `${side === 'buy' ? 'purchases' : 'sales'} of the week, part by part`,
      value: some.reduce((total, { id }) => total + (valueOf.get(id) ?? 0), 0),
      unit: 'usd',
      formula: `sum of shares x price over the lines of the findings: ${formulas[part]}; held-back trades left out`,
      inputs: some.map(({ facts }) => facts.value.id).sort(),
    })
  }
  return {
    marketBuyValue: sum('market', 'buy'),
    marketSaleValue: sum('market', 'sale'),
    offerBuyValue: sum('offer', 'buy'),
    offerSaleValue: sum('offer', 'sale'),
    conversionBuyValue: sum('conversion', 'buy'),
    // This is in none of the other sums of sales.
    taxSaleValue: sum('tax', 'sale'),
  }
}

export function describeUsualLag(trades: readonly Trade[], make: FactMaker): Fact | undefined {
  const forms = Map.groupBy(trades, ({ source }) => source.filing.accession)
  const middle = middleOf(
    Array.from(forms.values(), (lines) => middleOf(lines.map(({ lagDays }) => lagDays)) ?? 0),
  )
  return middle === undefined
    ? undefined
    : make.ofWeek({
        id: 'insiders/total/usual-lag',
        subject: 'all counted trades of the week',
        value: middle,
        unit: 'business-days',
        formula:
          'business days from trade to first report: of each form the middle one, and of these the middle one; of two the lower',
        inputs: ['insiders/coverage/trades'],
      })
}

function middleOf(days: readonly number[]): number | undefined {
  return days.toSorted((a, b) => a - b)[Math.floor((days.length - 1) / 2)]
}

export function describeTotals(
  counted: readonly TradeGroup[],
  findings: readonly InsiderFinding[],
  make: FactMaker,
) {
  const total = (side: 'buy' | 'sale', kind: 'value' | 'findings'): Fact => {
    const groups = counted.filter(({ trades: [first] }) => first.side === side && first.via !== 'taxes')
    const [value, formula] =
      kind === 'value'
        ? [groups.reduce((sum, group) => sum + group.value, 0), 'sum of the values of all findings']
        : [groups.length, 'owners, or groups of them, by issuer, an offering or a placement apart']
    return make.ofWeek({
      id: `insiders/total/${side}-${kind}`,
      subject: side === 'buy' ? 'all purchases of the week' : 'all sales of the week',
      value,
      unit: kind === 'value' ? 'usd' : 'count',
      formula: `${formula}; code ${side === 'buy' ? 'P' : 'S'}, non-derivative, price > 0; held-back trades and sales for taxes alone left out`,
      inputs: groups.map(({ id }) => id).sort(),
    })
  }
  return {
    ...describeParts(counted, findings, make),
    buyValue: total('buy', 'value'),
    saleValue: total('sale', 'value'),
    buyFindings: total('buy', 'findings'),
    saleFindings: total('sale', 'findings'),
  }
}
