import { describe, expect, it } from 'vitest'

import { measureWriter } from './measure-writer.ts'
import { measureReadingEase } from './reading-ease.ts'

describe('measureWriter', () => {
  it('finds all bars reached, and the same again for the same seed', () => {
    const measure = measureWriter(7)
    expect(measure.below).toEqual([])
    for (const { kinds, cleanTexts } of measure.sets) {
      expect(kinds.reduce((sum, { planted }) => sum + planted, 0)).toBeGreaterThanOrEqual(300)
      expect(cleanTexts).toBeGreaterThanOrEqual(100)
    }
    expect(JSON.stringify(measureWriter(7))).toBe(JSON.stringify(measure))
  })

  it('sees that a blind verifier catches nothing', () => {
    const { below, sets } = measureWriter(1, {
      verify: () => ({ sentences: [], draft: [], isAccepted: true }),
    })
    expect(sets[0]?.kinds.find(({ kind }) => kind === 'value')).toMatchObject({
      planted: 30,
      caught: 0,
      missed: 30,
    })
    expect(below).toContain("known: 30 of 'advice' missed")
    expect(below).toContain('held-out: fewer than 99% of all planted errors caught')
  })

  it('sees that a verifier which refuses everything raises false alarms', () => {
    const { below } = measureWriter(1, {
      verify: () => ({ sentences: [], draft: [{ code: 'empty', at: '' }], isAccepted: false }),
    })
    expect(below).toContain('known: 240 clean texts refused')
  })
})

describe('measureReadingEase', () => {
  it('counts words a sentence and syllables a word', () => {
    const { grade, longestSentenceWords } = measureReadingEase(['The cat sat on the mat.', 'It slept.'])
    expect(longestSentenceWords).toBe(6)
    expect(grade).toBeCloseTo(0.39 * 4 + 11.8 * 1 - 15.59)
  })

  it('takes a figure as one syllable, and nothing as nothing', () => {
    expect(measureReadingEase(['It was $9.0 million.']).grade).toBeCloseTo(0.39 * 4 + 11.8 * (5 / 4) - 15.59)
    expect(measureReadingEase([])).toEqual({ grade: 0, longestSentenceWords: 0 })
  })
})
