import { z } from 'zod'

import { ObservationList, type ParsedObservation } from './series-observation.ts'

const answerSchema = z.object({
  status: z.string(),
  message: z.array(z.string()).default([]),
  Results: z
    .object({
      series: z
        .array(
          z.object({
            seriesID: z.string(),
            data: z.array(
              z.object({
                year: z.string(),
                period: z.string(),
                value: z.string(),
                footnotes: z.array(z.object({ code: z.string().optional() })).default([]),
              }),
            ),
          }),
        )
        .optional(),
    })
    .nullish(),
})

/** The answer of the Bureau's API, or its reason for a refusal. */
export type BlsAnswer =
  | {
      readonly status: 'answered'
      readonly series: ReadonlyMap<string, readonly ParsedObservation[]>
      /** 'Series does not exist for Series X', 'No Data Available for ...'. */
      readonly messages: readonly string[]
    }
  | { readonly status: 'refused'; readonly reason: string }

/** Parses an answer of the public data API, version 1 or 2. Leaves out the annual mean (period M13) and other periods that
 *  are not months; '-' means no value, footnote P preliminary.
 *  @throws SyntaxError or TypeError if it is not such an answer */
export function readBlsAnswer(text: string): BlsAnswer {
  const { data, error } = answerSchema.safeParse(JSON.parse(text))
  if (!data) throw new TypeError(`the answer has another form: ${z.prettifyError(error).split('\n')[0]}`)
  const messages = data.message
  if (data.status !== 'REQUEST_SUCCEEDED' || !data.Results?.series) {
    return { status: 'refused', reason: [data.status, ...messages].join(': ') }
  }
  const series = data.Results.series.map(({ seriesID, data }) => {
    const list = new ObservationList()
    for (const { year, period, value, footnotes } of data) {
      const month = /^M(0[1-9]|1[0-2])$/.exec(period)?.[1]
      if (month === undefined) continue
      list.add(`${year}-${month}-01`, value, { isPreliminary: footnotes.some(({ code }) => code === 'P') })
    }
    return [seriesID, list.toArray()] as const
  })
  return { status: 'answered', series: new Map(series), messages }
}
