import { describe, expect, it } from 'vitest'
import { giveUpAfter, type DraftModel, type ModelAnswer } from './language-model.ts'

const QUESTION = { instructions: 'Write.', prompt: 'Facts.' }
const SILENCE: ModelAnswer = { status: 'failed', reason: 'no answer in time', rawOutput: undefined }
const NONSENSE: ModelAnswer = { status: 'failed', reason: 'no form', rawOutput: 'Moo.' }
const DRAFT: ModelAnswer = { status: 'draft', draft: { sections: [] }, rawOutput: '{"sections":[]}' }

function createModel(answers: readonly ModelAnswer[]) {
  const asked = { times: 0 }
  const model: DraftModel = {
    name: 'test/model',
    ask: () => {
      const answer = answers[asked.times++]
      return answer ? Promise.resolve(answer) : Promise.reject(new Error('asked too often'))
    },
  }
  return { model, asked }
}

describe('giveUpAfter', () => {
  it('asks no more after so many failures in a row, and says why', async () => {
    const { model, asked } = createModel([SILENCE, SILENCE])
    const patient = giveUpAfter(2, model)
    expect(await patient.ask(QUESTION)).toEqual(SILENCE)
    expect(await patient.ask(QUESTION)).toEqual(SILENCE)
    expect(await patient.ask(QUESTION)).toEqual({
      status: 'failed',
      reason: 'not asked: the model had failed to answer 2 times in a row',
      rawOutput: undefined,
    })
    expect(asked.times).toBe(2)
  })

  it.each([
    ['a draft', DRAFT],
    ['nonsense', NONSENSE],
  ])('begins to count anew after %s: the model is there', async (_, answer) => {
    const { model, asked } = createModel([SILENCE, answer, SILENCE, SILENCE])
    const patient = giveUpAfter(2, model)
    for (let times = 0; times < 5; times++) await patient.ask(QUESTION)
    expect(asked.times).toBe(4)
  })
})
