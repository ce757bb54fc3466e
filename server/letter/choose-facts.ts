import type { Fact } from './facts/fact.ts'
import type { ReadySection } from './gathered-section.ts'

/** What a summary is written from: of a section's facts those that it is to be told of, and what it must carry; each once,
 *  in the section's order. A small model takes minutes over a long list, and finds the wrong things in it. A source that
 *  listed nothing is not told of in figures: it may be off, or have failed, and its zeros would say that nothing happened.
 *  @param shown  gaps are passed over */
export function chooseFacts(
  { section, facts }: Pick<ReadySection['toWrite'], 'section' | 'facts'>,
  shown: readonly (Fact | undefined)[],
  required: readonly string[],
): ReadySection['toWrite'] {
  const wanted = new Set([...shown.flatMap((fact) => (fact ? [fact.id] : [])), ...required])
  const isListless = (id: string) => {
    const source = /^[^/]+\/coverage\/[^/]+(?=\/)/.exec(id)?.[0]
    return source !== undefined && facts.some((fact) => fact.id === `${source}/listed` && fact.value === 0)
  }
  return { section, facts: facts.filter(({ id }) => wanted.has(id) && !isListless(id)), required }
}
