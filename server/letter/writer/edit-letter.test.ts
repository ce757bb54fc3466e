import { describe, expect, it } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { aLetterParts, aSectionToTell, aStatement, composeFrom, wordsOf } from '../testing/statements.ts'
import type { LetterParts } from '../statements/letter-plan.ts'
import type { Statement } from '../statements/statement.ts'
import { textOf } from '../statements/tell.ts'
import { editLetter, type EditDeps } from './edit-letter.ts'
import { aModel, judgesWho, noJudges } from './testing/judges.ts'

const one = (name: string, changes: Partial<Statement> = {}) => aStatement(`insiders/${name}`, changes)
/** Numbered 1 to 4, in the order of their salience. */
const STATEMENTS = [
  one('lead', { salience: 90 }),
  one('b', { salience: 40, isNews: false }),
  one('c', { salience: 30, isNews: false }),
  one('d', { salience: 20, isNews: false }),
]
const SECTIONS = [aSectionToTell('insiders', STATEMENTS)]
const PARTS: LetterParts = aLetterParts(SECTIONS)
const item = (of: number | number[], say = '') => ({ of: [of].flat(), say })
const PLAN = {
  lead: { of: 1, headline: 'It was {1.value}' },
  story: [item(1, 'They got {1.value}.')],
  lines: [{ section: 'insiders', ...item(3) }],
  sections: [{ section: 'insiders', big: item(4, 'Then came {4.value}.'), smaller: [item([3, 2])] }],
  connects: [],
}

/** @param log  gets the lines of the log */
function edit(
  deps: Partial<EditDeps>,
  parts = PARTS,
  findUnbound: Parameters<typeof editLetter>[2] = () => undefined,
) {
  const progress: string[] = []
  const log: string[] = []
  return editLetter(
    {
      model: undefined,
      checker: undefined,
      judges: noJudges,
      logger: createLogger('debug', { write: (line: string) => void log.push(line) }),
      onProgress: (line) => void progress.push(line),
      signal: new AbortController().signal,
      ...deps,
    },
    parts,
    findUnbound,
  ).then((edited) => ({ ...edited, progress, log: log.join('') }))
}

const piecesOf = (edited: Awaited<ReturnType<typeof edit>>) =>
  Object.fromEntries(
    edited.audit.pieces.map(({ at, refused, words }) => [at, words ? [refused, words.refused] : [refused]]),
  )

describe('a letter without a model', () => {
  it('is written by rules alone', async () => {
    const { letter, audit, progress } = await edit({})
    expect(letter).toEqual(composeFrom(SECTIONS))
    expect(audit).toMatchObject({
      model: undefined,
      checker: undefined,
      instructions: undefined,
      questions: [],
      pieces: [],
      outcome: 'rules',
      reason: 'no model is set up',
      byRules: [
        'lead: insiders/lead',
        'story: insiders/lead',
        'insiders line: insiders/b',
        'insiders big: insiders/b',
        'insiders smaller: insiders/c',
        'insiders smaller: insiders/d',
      ],
    })
    expect(audit.statementsHash).toMatch(/^[0-9a-f]{64}$/)
    expect(progress).toEqual(['Chosen by rules: no model is set up.'])
  })
})

describe('an editor', () => {
  it('gets its choice, and those of its words that both layers accept', async () => {
    const judges = judgesWho()
    const { letter, audit, progress } = await edit({ model: aModel(PLAN), checker: aModel(), judges })
    expect(letter.headline).toBe('It was $1.2 million')
    expect(textOf(letter.story)).toBe('They got $1.2 million.')
    expect(wordsOf(letter)).toMatchObject({
      big: 'Then came $1.2 million.',
      smaller: ['Of insiders/c it was $1.2 million. Of insiders/b it was $1.2 million.'],
    })
    expect(letter).toMatchObject({ label: 'AI-edited', model: 'test/model' })
    expect(letter.sections[0]).toMatchObject({ label: 'AI-edited', model: 'test/model' })
    expect(judges.told.map(({ of, say, place }) => [of, say, place])).toEqual([
      [[1], 'It was {1.value}', 'headline'],
      [[1], 'They got {1.value}.', 'story'],
      [[4], 'Then came {4.value}.', 'big'],
    ])
    // Each sentence by itself and filled, as a reader would see it.
    expect(judges.texts).toEqual(['It was $1.2 million', 'They got $1.2 million.', 'Then came $1.2 million.'])
    expect(audit).toMatchObject({ outcome: 'model', reason: undefined, retries: 0, byRules: [], unread: [] })
    expect(audit.questions).toEqual([
      {
        prompt: expect.stringContaining('"n":1') as string,
        rawOutput: JSON.stringify(PLAN),
        inputTokens: 10,
        outputTokens: 5,
        elapsedMs: 1,
      },
    ])
    expect(audit.pieces.find(({ at }) => at === 'insiders big')).toEqual({
      at: 'insiders big',
      of: [4],
      refused: undefined,
      words: {
        say: 'Then came {4.value}.',
        text: 'Then came $1.2 million.',
        refused: undefined,
        answer: 'It says so.',
      },
    })
    expect(progress).toEqual([
      'Asking test/model to edit the letter.',
      'Asking test/model what 3 of its sentences say.',
      'Edited: 5 of 5 choices stand, and 3 of 3 wordings.',
    ])
  })

  it('gets only its choice if no model checks its words', async () => {
    const { letter, audit } = await edit({ model: aModel(PLAN), judges: judgesWho() })
    expect(letter.headline).toBe('Head of insiders/lead: $1.2 million')
    expect(wordsOf(letter).big).toBe('Of insiders/d it was $1.2 million.')
    expect(letter.sections[0]).toMatchObject({ label: 'AI-edited' })
    expect(audit.pieces.find(({ at }) => at === 'story 1')?.words).toMatchObject({
      refused: { by: 'no check', code: 'no-checking-model' },
    })
  })

  it.each<[string, Parameters<typeof judgesWho>[0], string]>([
    ['first', { telling: /came/ }, 'telling'],
    ['second', { meaning: /came/ }, 'meaning'],
  ])('loses the words that the %s layer refuses, and no others', async (_, refuses, by) => {
    const judges = judgesWho(refuses)
    const edited = await edit({ model: aModel(PLAN), checker: aModel(), judges })
    expect(wordsOf(edited.letter).big).toBe('Of insiders/d it was $1.2 million.')
    expect(textOf(edited.letter.story)).toBe('They got $1.2 million.')
    expect(piecesOf(edited)).toMatchObject({
      'story 1': [undefined, undefined],
      'insiders big': [undefined, { by }],
    })
    expect(judges.texts.includes('Then came $1.2 million.')).toBe(by === 'meaning')
  })

  it('loses all of its words if the check of their meaning fails', async () => {
    for (const checkMeanings of [() => Promise.reject(new Error('no')), () => Promise.resolve([])]) {
      const { letter, audit } = await edit({
        model: aModel(PLAN),
        checker: aModel(),
        judges: { ...judgesWho(), checkMeanings },
      })
      expect(letter.headline).toBe('Head of insiders/lead: $1.2 million')
      expect(wordsOf(letter).big).toBe('Of insiders/d it was $1.2 million.')
      expect(audit.pieces.flatMap(({ words }) => words?.refused?.code ?? [])).toEqual([
        'not-checked',
        'not-checked',
        'not-checked',
      ])
    }
  })

  it.each<[string, object, string, string]>([
    ['a slot that does not exist', { story: [item(1, 'They got {1.secret}.')] }, 'story 1', 'slots'],
    ['another statement’s slot', { story: [item(1, 'They got {2.value}.')] }, 'story 1', 'slots'],
    [
      'too long a headline',
      { lead: { of: 1, headline: `${'x'.repeat(60)} {1.value}` } },
      'headline',
      'too-long',
    ],
    ['too many words', { story: [item(1, `{1.value}${' word'.repeat(60)}.`)] }, 'story 1', 'too-long'],
  ])('loses words with %s, and keeps its choice', async (_, changes, at, code) => {
    const edited = await edit({
      model: aModel({ ...PLAN, ...changes }),
      checker: aModel(),
      judges: judgesWho(),
    })
    expect(piecesOf(edited)[at]).toMatchObject([undefined, { code }])
    expect(textOf(edited.letter.story)).toContain('$1.2 million.')
    expect(edited.letter.lead?.id).toBe('insiders/lead')
  })

  it('loses only the piece that names a statement that does not exist', async () => {
    const { letter, audit } = await edit({
      model: aModel({ ...PLAN, sections: [{ section: 'insiders', big: item(99), smaller: [item(3)] }] }),
    })
    expect(wordsOf(letter)).toMatchObject({
      big: 'Of insiders/b it was $1.2 million.',
      smaller: ['Of insiders/c it was $1.2 million.'],
    })
    expect(audit.pieces.find(({ at }) => at === 'insiders big')?.refused).toBe('there is no statement 99')
    expect(audit.byRules).toEqual(['insiders big: insiders/b'])
  })

  it('leaves the letter to the rules if nothing in its plan can be used', async () => {
    const { letter, audit, log } = await edit({ model: aModel({ story: [item(99)] }) })
    expect(letter).toEqual(composeFrom(SECTIONS))
    expect(audit).toMatchObject({ outcome: 'rules', reason: 'nothing of its plan could be used' })
    expect(audit.pieces).toHaveLength(1)
    expect(log).toContain('nothing of its plan could be used')
  })

  it('loses those of its words whose figure no fact supports, and no others', async () => {
    const edited = await edit(
      { model: aModel(PLAN), checker: aModel(), judges: judgesWho() },
      PARTS,
      (letter) => (textOf(letter.story).startsWith('They') ? '‘They’ is no fact' : undefined),
    )
    expect(edited.letter.headline).toBe('It was $1.2 million')
    expect(wordsOf(edited.letter).big).toBe('Then came $1.2 million.')
    expect(textOf(edited.letter.story)).toMatch(/^Of insiders\/lead it was/)
    expect(edited.audit).toMatchObject({ outcome: 'model' })
    expect(piecesOf(edited)).toMatchObject({
      headline: [undefined, undefined],
      'story 1': [undefined, { by: 'telling', code: 'unbound', detail: '‘They’ is no fact' }],
      'insiders big': [undefined, undefined],
    })
  })

  it('loses the later of two wordings that are unsupported only together', async () => {
    const edited = await edit(
      { model: aModel(PLAN), checker: aModel(), judges: judgesWho() },
      PARTS,
      (letter) =>
        textOf(letter.story).startsWith('They') && wordsOf(letter).big?.startsWith('Then')
          ? '‘Then’ is no fact'
          : undefined,
    )
    expect(textOf(edited.letter.story)).toBe('They got $1.2 million.')
    expect(wordsOf(edited.letter).big).toBe('Of insiders/d it was $1.2 million.')
  })

  it('is not checked for the meaning of words that would not be used anyway', async () => {
    const judges = judgesWho()
    const twice = { ...PLAN, connects: [item(4, 'Once more {4.value}.')] }
    const edited = await edit({ model: aModel(twice), checker: aModel(), judges })
    expect(judges.texts).toHaveLength(3)
    expect(piecesOf(edited)['connects 1']).toMatchObject([
      'connects nothing',
      { by: 'room', code: 'not-told' },
    ])
  })
})

describe('an answer that is not a plan', () => {
  it('is requested once more', async () => {
    const model = aModel('Here is your letter!', PLAN)
    const { audit } = await edit({ model })
    expect(audit).toMatchObject({ outcome: 'model after retry', retries: 1 })
    expect(audit.questions.map(({ rawOutput }) => rawOutput)).toEqual([
      'Here is your letter!',
      JSON.stringify(PLAN),
    ])
    expect(model.asked[1]?.prompt).toContain('could not be used: the answer had not the form asked for')
  })

  it('leaves the letter to the rules if it comes twice', async () => {
    const model = aModel('Moo.', 'Moo.', PLAN)
    const { letter, audit } = await edit({ model })
    expect(letter).toEqual(composeFrom(SECTIONS))
    expect(audit).toMatchObject({
      outcome: 'rules',
      reason: 'the answer had not the form asked for',
      retries: 1,
    })
    expect(model.asked).toHaveLength(2)
  })

  it('is not requested again if none came in time', async () => {
    const model = aModel()
    const { letter, audit, progress } = await edit({ model })
    expect(letter).toEqual(composeFrom(SECTIONS))
    expect(audit).toMatchObject({ outcome: 'rules', reason: 'no answer in time', retries: 0 })
    expect(model.asked).toHaveLength(1)
    expect(progress).toEqual(['Asking test/model to edit the letter.', 'Chosen by rules: no answer in time.'])
  })

  it('is not requested if there is nothing to choose from', async () => {
    const model = aModel(PLAN)
    const { audit } = await edit({ model }, aLetterParts([]))
    expect(audit.reason).toBe('there is nothing to choose from')
    expect(model.asked).toHaveLength(0)
  })
})

it('editing stops when its signal aborts', async () => {
  const stopped = edit({ model: aModel(PLAN), signal: AbortSignal.abort(new Error('stopped')) })
  await expect(stopped).rejects.toThrow('stopped')
})
