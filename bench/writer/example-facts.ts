import type { Fact, FactUnit, SectionName } from '../../server/letter/facts/fact.ts'
import type { SectionFacts } from '../../server/letter/writer/language-model.ts'
import { createCongressFacts, createInsiderFacts } from './example-trades.ts'
import { createEconomyFacts, createHousingFacts, createMarketFacts } from './example-series.ts'
import type { Random } from './random.ts'

export interface ExampleFact {
  readonly id: string
  readonly subject: string
  readonly period: Fact['period']
  readonly value: Fact['value']
  readonly unit: FactUnit
  readonly inputs?: readonly string[]
}

/** Facts of one week that nobody reported: made up, in the shape and size of real ones. */
export function createExampleFacts(section: SectionName, random: Random): SectionFacts {
  return finish(section, makers[section](random))
}

const makers: Readonly<Record<SectionName, (random: Random) => ExampleFacts>> = {
  insiders: createInsiderFacts,
  congress: createCongressFacts,
  housing: createHousingFacts,
  economy: createEconomyFacts,
  markets: createMarketFacts,
}

export interface ExampleFacts {
  readonly facts: readonly ExampleFact[]
  readonly required: readonly string[]
}

function finish(section: SectionName, { facts, required }: ExampleFacts): SectionFacts {
  return {
    section,
    required,
    facts: facts.map(({ id, subject, period, value, unit, inputs = [] }) => ({
      id,
      section,
      kind: id.split('/').at(-1) ?? '',
      subject,
      period,
      value,
      unit,
      precision: unit === 'fraction' ? 4 : unit === 'usd-per-share' ? 4 : 2,
      asOf: period.to,
      retrievedAt: '2031-03-08T22:00:00Z',
      sourceName: 'an example',
      sourceUrl: 'https://example.org/record',
      formula: 'made up',
      inputs,
    })),
  }
}
