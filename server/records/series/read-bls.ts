import { z } from 'zod'

import { closeLists, ObservationList, type ParsedCell } from './series-observation.ts'

const text = z.union([z.string(), z.number().transform(String)])
const rowSchema = z.object({
  year: text,
  period: z.string(),
  value: text,
  footnotes: z.array(z.object({ code: z.string().nullish() }).nullable()).nullish(),
})
const answerSchema = z.object({
  status: z.string(),
  message: z.union([z.array(z.string()), z.string().transform((one) => [one])]).default([]),
  Results: z
    .union([
      z.object({
        series: z.array(z.object({ seriesID: z.string(), data: z.array(z.unknown()) })).optional(),
      }),
      // As it comes with some refusals.
      z.tuple([]).transform(() => undefined),
    ])
    .nullish(),
})

/** The answer of the Bureau's API, or its reason for a refusal. */
export type BlsAnswer =
  | {
      readonly status: 'answered'
      readonly series: ReadonlyMap<string, readonly ParsedCell[]>
      /** 'Series does not exist for Series X', 'No Data Available for ...'. */
      readonly messages: readonly string[]
    }
  | {
      readonly status: 'refused'
      readonly reason: string
      /** Whether the questions of the day are used up. */
      readonly isOverLimit: boolean
    }

/** Parses an answer of the public data API, version 1 or 2. Leaves out the annual mean (period M13) and other periods that
 *  are not months; '-' means no value, footnote P preliminary.
 *  @throws SyntaxError or TypeError if it is not such an answer */
export function readBlsAnswer(text: string): BlsAnswer {
  const { data, error } = answerSchema.safeParse(JSON.parse(text))
  if (!data) throw new TypeError(`the answer has another form: ${z.prettifyError(error).split('\n')[0]}`)
  const messages = data.message
  if (data.status !== 'REQUEST_SUCCEEDED' || !data.Results?.series) {
    const reason = [data.status, ...messages].join(': ')
    return { status: 'refused', reason, isOverLimit: /\bthreshold\b/i.test(reason) }
  }
  const series = data.Results.series.map(({ seriesID, data }) => {
    const list = new ObservationList()
    for (const row of data) {
      const { data: read } = rowSchema.safeParse(row)
      if (read === undefined) {
        list.addUnread('', `a row of ${seriesID} has another form`)
        continue
      }
      const { year, period, value, footnotes } = read
      const month = /^M(0[1-9]|1[0-2])$/.exec(period)?.[1]
      if (month === undefined) continue
      list.add(`${year}-${month}-01`, value, {
        isPreliminary: footnotes?.some((note) => note?.code === 'P') ?? false,
      })
    }
    return [seriesID, list] as const
  })
  return { status: 'answered', series: closeLists(series), messages }
}
