import { describe, expect, it } from 'vitest'

import { dayBody } from '../testing/fake-yahoo.ts'
import { parseDay } from './yahoo-day.ts'

const read = (body: unknown, now = '2026-11-23T12:00:00Z') => parseDay(body, new Date(now))

const timesOf = (body: unknown) => read(body).prices.map(({ at, price }) => `${at.slice(11, 16)} ${price}`)

describe('parseDay', () => {
  it('gives each price the time at which its bar ends', () => {
    expect(read(dayBody({ close: [10, 10.5], volume: [300, 200] }))).toMatchObject({
      prices: [
        { at: '2026-11-20T14:35:00.000Z', price: 10, volume: 300 },
        { at: '2026-11-20T14:40:00.000Z', price: 10.5, volume: 200 },
      ],
      session: {
        day: '2026-11-20',
        zone: { name: 'EST', offsetMinutes: -300 },
        previousClose: 9.8,
      },
      hours: { timeZone: 'America/New_York', opens: '09:30', closes: '16:00' },
      asOf: '2026-11-20T14:40:00.000Z',
      currency: 'USD',
      quoted: 10.5,
    })
  })

  it('dates no price later than the source’s newest: the bar in progress, and the one at the bell', () => {
    const inProgress = dayBody({ close: [10, 10.5], meta: { regularMarketTime: at('14:37:20') } })
    expect(read(inProgress).prices.at(-1)?.at).toBe('2026-11-20T14:37:20.000Z')
    const bell = dayBody({
      timestamp: [at('20:55:00'), at('21:00:00')],
      close: [10, 10.2],
      volume: [700, 0],
      meta: { regularMarketTime: at('21:00:00') },
    })
    expect(read(bell).prices).toEqual([{ at: '2026-11-20T21:00:00.000Z', price: 10.2, volume: 700 }])
  })

  it('leaves out nulls and zeros, and keeps only the newest session', () => {
    const timestamp = [
      at('20:55:00') - 86_400,
      at('14:30:00'),
      at('14:35:00'),
      at('14:40:00'),
      at('14:45:00'),
    ]
    const meta = { regularMarketTime: at('14:50:00') }
    expect(timesOf(dayBody({ timestamp, close: [9, 10, null, 12, 0], meta }))).toEqual([
      '14:35 10',
      '14:45 12',
    ])
    expect(() => read(dayBody({ timestamp: timestamp.toReversed(), meta }))).toThrow('cannot be read')
  })

  it('leaves out bars that begin later than now, which would become the newest session', () => {
    const body = dayBody({
      timestamp: [at('14:30:00'), at('14:35:00'), at('14:45:00'), at('14:30:00') + 4 * 365 * 86_400],
      close: [10, 11, 12, 99],
      meta: { regularMarketTime: at('14:38:00') },
    })
    const { prices, session } = read(body, '2026-11-20T14:39:00Z')
    expect(prices.map(({ price }) => price)).toEqual([10, 11])
    expect(session?.day).toBe('2026-11-20')
    expect(read(body, '2026-11-20T14:00:00Z')).toMatchObject({ prices: [], lacking: 'none-yet' })
  })

  it('reads the last session before the next one has begun, and a half day', () => {
    const friday = dayBody({
      timestamp: [at('14:30:00'), at('17:55:00')],
      close: [10, 11],
      // Asked on Monday morning.
      meta: { regularMarketTime: at('18:00:00') },
    })
    expect(read(friday).session?.day).toBe('2026-11-20')
    expect(timesOf(friday)).toEqual(['14:35 10', '18:00 11'])
  })

  it.each(['1d', '1wk', undefined, 5, '60 minutes'])('finds nothing within the day in bars of %s', (step) => {
    expect(read(dayBody({ meta: { dataGranularity: step } }))).toMatchObject({
      prices: [],
      lacking: 'not-given',
    })
  })

  it.each([
    ['without bars', { timestamp: undefined }],
    ['with only nulls', { close: [null, null] }],
  ])('says that a session has no prices yet %s', (_name, part) => {
    const { session, ...day } = read(dayBody(part))
    expect(day).toMatchObject({ prices: [], lacking: 'none-yet' })
    expect(session).toBeUndefined()
  })

  it.each([
    // In summer, asked about in winter.
    ['America/New_York', -18_000, 'EST', '2026-10-30T13:30:00Z', '2026-10-30', 'EDT', -240],
    ['Asia/Tokyo', 32_400, 'JST', '2026-11-19T23:30:00Z', '2026-11-20', 'JST', 540],
    ['Asia/Kolkata', 19_800, 'IST', '2026-11-20T04:00:00Z', '2026-11-20', 'IST', 330],
    ['Mars/Olympus', 3_600, 'OLY', '2026-11-20T23:30:00Z', '2026-11-21', 'OLY', 60],
  ])('names the clock of %s', (exchangeTimezoneName, gmtoffset, timezone, time, day, name, offsetMinutes) => {
    const body = dayBody({
      timestamp: [Date.parse(time) / 1_000],
      close: [10],
      meta: { exchangeTimezoneName, gmtoffset, timezone },
    })
    expect(read(body).session).toMatchObject({ day, zone: { name, offsetMinutes } })
  })

  it('has no previous close for a coin, which trades at all hours', () => {
    const { session, hours, type } = read(dayBody({ meta: { instrumentType: 'CRYPTOCURRENCY' } }))
    expect({ type, hours, previousClose: session?.previousClose }).toEqual({ type: 'coin' })
  })

  it('refuses anything that is not a chart', () => {
    expect(() => read({ chart: { result: null } })).toThrow(/cannot be read/)
  })
})

/** Unix seconds on the day. */
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`) / 1_000
