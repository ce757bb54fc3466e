import { describe, expect, it } from 'vitest'

import { readBlsAnswer, type BlsAnswer } from './read-bls.ts'

const month = (year: string, period: string, value: string, footnotes: object[] = [{}]) => ({
  year,
  period,
  periodName: 'January',
  value,
  footnotes,
})
const answer = (data: object[], messages: string[] = []) =>
  JSON.stringify({
    status: 'REQUEST_SUCCEEDED',
    responseTime: 120,
    message: messages,
    Results: { series: [{ seriesID: 'LNS14000000', data }] },
  })

describe('readBlsAnswer', () => {
  it('reads months, oldest first, and leaves out the annual mean', () => {
    const text = answer([
      { ...month('2025', 'M01', '4.0'), latest: 'true' },
      month('2024', 'M13', '4.0'),
      month('2024', 'M12', '4.1'),
    ])
    expect(readBlsAnswer(text)).toEqual({
      status: 'answered',
      messages: [],
      series: new Map([
        [
          'LNS14000000',
          [
            { date: '2024-12-01', value: '4.1', isPreliminary: false },
            { date: '2025-01-01', value: '4.0', isPreliminary: false },
          ],
        ],
      ]),
    })
  })

  it('recognizes a preliminary value by its footnote', () => {
    const read = readBlsAnswer(answer([month('2025', 'M01', '159053', [{ code: 'P', text: 'preliminary' }])]))
    expect(read).toMatchObject({
      series: new Map([['LNS14000000', [{ date: '2025-01-01', value: '159053', isPreliminary: true }]]]),
    })
  })

  it('reads a dash as no value, as in October 2025, which was never surveyed', () => {
    const text = answer([month('2025', 'M10', '-', [{ code: 'X', text: 'Data unavailable' }])])
    expect(readBlsAnswer(text)).toMatchObject({ series: new Map([['LNS14000000', []]]) })
  })

  it('returns the Bureau’s messages', () => {
    const text = answer([], ['Series does not exist for Series LNS14000000'])
    expect(readBlsAnswer(text)).toMatchObject({ messages: ['Series does not exist for Series LNS14000000'] })
  })

  it.each([{}, null, []])('returns the Bureau’s reason for a refusal with results %j', (Results) => {
    const text = JSON.stringify({
      status: 'REQUEST_NOT_PROCESSED',
      responseTime: 0,
      message: ['the daily threshold for total number of requests has been reached'],
      Results,
    })
    expect(readBlsAnswer(text)).toEqual({
      status: 'refused',
      reason: 'REQUEST_NOT_PROCESSED: the daily threshold for total number of requests has been reached',
      isOverLimit: true,
    })
  })

  it('returns a message that is no list', () => {
    const text = JSON.stringify({
      status: 'REQUEST_NOT_PROCESSED',
      message: 'down for maintenance',
      Results: [],
    })
    expect(readBlsAnswer(text)).toEqual({
      status: 'refused',
      reason: 'REQUEST_NOT_PROCESSED: down for maintenance',
      isOverLimit: false,
    })
  })

  it.each([
    ['footnotes that are empty', month('2025', 'M01', '4.0', [null as never])],
    ['a footnote without a code', month('2025', 'M01', '4.0', [{ code: null, text: null }])],
    ['numbers for texts', { ...month('2025', 'M01', '4.0'), year: 2025, value: 4 }],
  ])('reads %s', (_, row) => {
    const { series } = readBlsAnswer(answer([row])) as Extract<BlsAnswer, { status: 'answered' }>
    expect(series.get('LNS14000000')).toMatchObject([{ date: '2025-01-01', isPreliminary: false }])
  })

  it.each([
    ['(NA)', month('2025', 'M01', '(NA)'), '"(NA)" of 2025-01-01 is not a number'],
    ['159,053', month('2025', 'M01', '159,053'), '"159,053" of 2025-01-01 is not a number'],
    ['nothing', { year: '2025', period: 'M01' }, 'a row of LNS14000000 has another form'],
  ])('keeps the other months beside one of %s', (_, row, problem) => {
    const { series } = readBlsAnswer(answer([row, month('2024', 'M12', '4.1')])) as Extract<
      BlsAnswer,
      { status: 'answered' }
    >
    const cells = series.get('LNS14000000')
    expect(cells).toContainEqual({ date: '2024-12-01', value: '4.1', isPreliminary: false })
    expect(cells).toContainEqual(expect.objectContaining({ problem }))
  })

  it.each([
    ['JSON of another form', '{"status":"REQUEST_SUCCEEDED","Results":{"series":[{"id":1}]}}', TypeError],
    ['half an answer', '{"status":"REQUEST_SUC', SyntaxError],
    ['HTML', '<html></html>', SyntaxError],
  ])('refuses %s', (_, text, kind) => {
    expect(() => readBlsAnswer(text)).toThrow(kind)
  })
})
