import { describe, expect, it } from 'vitest'
import { checkEditionBound } from './facts/check-bound.ts'
import { composeEdition, composeUnavailable } from './facts/compose-edition.ts'
import { hasNumeral } from '../records/names/present-names.ts'
import { aLetter } from './testing/edition-content.ts'
import { noteSources, type SourceState } from './source-states.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const REASONS = [
  'it listed 13 records and none of them was read: www.example.gov answered 503 after 3 tries',
  'HTTP/2 stream 17 was closed within 1,200 ms',
  "Expected ',' or '}' after property value in JSON at position 7901",
  'the second of two lists is cut off after twenty bytes',
  'query2.example.com:443 refused the connection: ECONNREFUSED 127.0.0.1:443',
]

const createState = (changes: Partial<SourceState>): SourceState => ({
  id: 'example',
  name: 'Example Agency',
  outcome: 'failed',
  reason: undefined,
  code: 'server-failed',
  run: undefined,
  ...changes,
})

describe('the note about a source that failed', () => {
  it.each(REASONS)('repeats no number from the reason: %s', (reason) => {
    const unavailable = composeUnavailable('economy', 'query2.example.com', 'server-failed')
    for (const name of ['Example Agency', 'query2.example.com', 'Two Lists']) {
      const source = createState({ name, reason })
      const notes = noteSources('economy', WEEK, [
        { source, retrievedAt: undefined, url: '' },
        { source, retrievedAt: '2025-01-28T15:00:00.000Z', url: 'https://records.test/example' },
      ])
      expect(notes.sentences).toHaveLength(2)
      const unbound = notes.sentences.flat().filter(({ factId }) => factId === undefined)
      expect(unbound.filter(({ text }) => hasNumeral(text))).toEqual([])
      const edition = composeEdition({
        slotDate: '2025-02-03',
        week: WEEK,
        letter: aLetter(),
        sections: [{ ...unavailable, coverage: notes.sentences }],
        statements: [],
      })
      expect(checkEditionBound(edition, notes.facts)).toEqual([])
    }
  })

  it('shares one sentence among sources in the same state', () => {
    const used = (name: string, retrievedAt: string | undefined) => ({
      source: createState({ id: name, name }),
      retrievedAt,
      url: 'https://records.test/example',
    })
    const day = '2025-01-28T15:00:00.000Z'
    const { sentences, facts } = noteSources('economy', WEEK, [
      used('Agency', day),
      used('Bureau', day),
      used('Office', undefined),
    ])
    expect(sentences.map((sentence) => sentence.map(({ text }) => text).join(''))).toEqual([
      'Agency and Bureau gave no usable answer for this letter; what we have from them was read by Jan 28, 2025.',
      'Office gave no usable answer for this letter: nothing here is from there.',
    ])
    expect(facts).toHaveLength(2)
  })

  it('names the source and the day through which it was read', () => {
    const notes = noteSources('economy', WEEK, [
      {
        source: createState({}),
        retrievedAt: '2025-01-28T15:00:00.000Z',
        url: 'https://records.test/example',
      },
      { source: createState({ outcome: 'complete' }), retrievedAt: undefined, url: '' },
    ])
    expect(notes.sentences.map((sentence) => sentence.map(({ text }) => text).join(''))).toEqual([
      'Example Agency gave no usable answer for this letter; what we have from there was read by Jan 28, 2025.',
    ])
  })
})
