/** A statement as a row of the answer, of normal rank by default. */
export interface FakeStatement {
  fact: string
  value: string
  type?: string
  label?: string
  precision?: number
  country?: string
  rank?: string
}

/** Builds the body of query.wikidata.org/sparql?format=json, one row per statement. */
export function wikidataBody(items: { id: string; label: string; statements: FakeStatement[] }[]): {
  results: { bindings: unknown[] }
} {
  const literal = (value: string) => ({ type: 'literal', value })
  const bindings = items.flatMap(({ id, label, statements }) =>
    statements.map((statement) => ({
      item: { type: 'uri', value: `http://www.wikidata.org/entity/${id}` },
      itemLabel: literal(label),
      fact: literal(statement.fact),
      rank: { type: 'uri', value: `http://wikiba.se/ontology#${statement.rank ?? 'Normal'}Rank` },
      value: { type: statement.type ?? 'uri', value: statement.value },
      ...(statement.label === undefined ? {} : { valueLabel: literal(statement.label) }),
      ...(statement.precision === undefined ? {} : { precision: literal(String(statement.precision)) }),
      ...(statement.country === undefined ? {} : { countryLabel: literal(statement.country) }),
    })),
  )
  return { results: { bindings } }
}
