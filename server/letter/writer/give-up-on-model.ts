import type { DraftModel } from './language-model.ts'

/** Asks a model no more once it has failed to answer so often one after another: each time-out takes minutes, and the
 *  letter has to be written.
 *  @param failures  how many sections in a row */
export function giveUpAfter(failures: number, model: DraftModel): DraftModel {
  let inARow = 0
  return {
    name: model.name,
    async ask(question) {
      if (inARow >= failures) {
        const reason = `not asked: the model had failed to answer ${inARow} times in a row`
        return { status: 'failed', reason, rawOutput: undefined }
      }
      const answer = await model.ask(question)
      inARow = answer.status === 'failed' && answer.rawOutput === undefined ? inARow + 1 : 0
      return answer
    },
  }
}
