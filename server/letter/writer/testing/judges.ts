import { createToldWeek } from '../../testing/told-week.ts'
import { checkTelling } from '../check/check-telling.ts'
import type { Told, Judges } from '../judge.ts'
import type { Statement } from '../../statements/statement.ts'
import type { AnswerModel, ModelAnswer, Question } from '../language-model.ts'

/** Refuses all words. */
export const noJudges: Judges = {
  checkTelling: () => ({ accepted: false, code: 'test', detail: 'nothing stands' }),
  checkMeanings: () => Promise.reject(new Error('nothing is asked')),
}

/** Accepts everything except words that match a refusal of the first or the second layer. */
export function judgesWho({
  telling = /(?!)/,
  meaning = /(?!)/,
}: { telling?: RegExp; meaning?: RegExp } = {}): Judges & {
  /** What the first layer was asked. */
  readonly told: Told[]
  /** What the second layer was asked: finished sentences. */
  readonly texts: string[]
} {
  const told: Told[] = []
  const texts: string[] = []
  return {
    told,
    texts,
    checkTelling: (one) => {
      told.push(one)
      return telling.test(one.say) ? { accepted: false, code: 'word', detail: one.say } : { accepted: true }
    },
    checkMeanings: (_model, sentences) => {
      texts.push(...sentences.map(({ text }) => text))
      return Promise.resolve(
        sentences.map(({ text }) =>
          meaning.test(text)
            ? { accepted: false, code: 'claim', detail: 'more', answer: 'It says more.' }
            : { accepted: true, answer: 'It says so.' },
        ),
      )
    },
  }
}

const COST = { inputTokens: 10, outputTokens: 5, elapsedMs: 1 }

/** A model that gives these answers as text, one for each question, and none after that. */
export function aModel(...answers: readonly (object | string | undefined)[]): AnswerModel & {
  readonly asked: Question<unknown>[]
} {
  const asked: Question<unknown>[] = []
  return {
    name: 'test/model',
    asked,
    ask<T>(question: Question<T>): Promise<ModelAnswer<T>> {
      const answer = answers[asked.length]
      asked.push(question)
      if (answer === undefined) {
        return Promise.resolve({
          status: 'failed',
          reason: 'no answer in time',
          rawOutput: undefined,
          ...COST,
        })
      }
      const rawOutput = typeof answer === 'string' ? answer : JSON.stringify(answer)
      const given = typeof answer === 'string' ? undefined : answer
      const read = question.read ? question.read(given) : question.schema.safeParse(given).data
      return Promise.resolve(
        read === undefined
          ? { status: 'failed', reason: 'the answer had not the form asked for', rawOutput, ...COST }
          : { status: 'answered', answer: read, rawOutput, ...COST },
      )
    },
  }
}

const WEEK = createToldWeek()

/** The first layer's verdict on words for statements: 'accepted', or the code of the refusal.
 *  @param ids  the ends of their ids, as 'buy/42/81 + sale/43/82'
 *  @param say  with slots as '{who}', of the second statement as '{2.who}'
 *  @param week  by default the invented week */
export function judgeTelling(
  ids: string,
  say: string,
  place: Told['place'] = 'big',
  week: readonly Statement[] = WEEK,
): string {
  const of = ids.split(' + ').map((id) => {
    const index = week.findIndex((one) => one.id.endsWith(id))
    if (index === -1) throw new TypeError(`there is no ${id}`)
    return index + 1
  })
  const numbered = say.replaceAll(
    /\{(2\.)?([a-z][A-Za-z0-9]*)\}/g,
    (_, second: string | undefined, role: string) => `{${of[second ? 1 : 0]}.${role}}`,
  )
  const statements = new Map(week.map((statement, index) => [index + 1, statement]))
  const verdict = checkTelling({ statements, of, say: numbered, place })
  return verdict.accepted ? 'accepted' : verdict.code
}
