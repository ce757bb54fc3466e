import { expect, it } from 'vitest'

import { measureLetter, measureShared, readLetter } from './measure.ts'

const FOOT = 'KNOW SOMEONE WHO WORKS FOR THEIR PAY?\n---\n\nForward this letter.'
const letter = (...paragraphs: readonly string[]) =>
  ['LUNCHPAIL\nMonday', 'A HEADLINE\n==========', ...paragraphs, FOOT].join('\n\n')

it('reads only what a reader reads: no headings, links, record marks or notices at the end', () => {
  const text = letter(
    'The rate rose to 6.26%[4] on Nov 20. A year\nbefore it was 6.84%[4].',
    '* One thing.\n* Another\n  thing.',
    'All of it, with its records:\nhttps://lunchpail.test/a',
  )
  expect(readLetter(text)).toEqual([
    'The rate rose to 6.26% on Nov 20.',
    'A year before it was 6.84%.',
    'One thing.',
    'Another thing.',
  ])
  expect(() => readLetter('Nothing.')).toThrow('it is no letter')
})

it('grades by words per sentence and syllables per word, with a figure counting as one', () => {
  // Six words, one sentence, six syllables.
  expect(measureLetter(letter('The cat sat on 5 mats.'))).toEqual({
    words: 6,
    minutes: 6 / 238,
    grade: 0.39 * 6 + 11.8 - 15.59,
    wordsPerSentence: 6,
  })
  expect(measureLetter(letter('Unemployment insurance applications increased.')).grade).toBeGreaterThan(20)
})

it('counts the runs of five words shared with the previous letter', () => {
  const before = letter('The mortgage rate rose to 6.26% last week.')
  expect(measureShared(before, before)).toBe(1)
  // Of four runs, only 'the mortgage rate rose to' is shared.
  expect(measureShared(letter('The mortgage rate rose to 6.84% last week.'), before)).toBe(0.25)
  expect(measureShared(letter('Nothing.'), before)).toBe(0)
})
