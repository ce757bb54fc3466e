import { describe, expect, it, vi } from 'vitest'

import { AppError, SourceError } from '../../lib/errors.ts'
import { askOnBehalfOf, askOnBehalfOfAll, Askers, GoneError } from '../../lib/askers.ts'
import { createOnce } from '../../lib/once.ts'
import { createTestCache } from '../testing/create-test-cache.ts'
import { answers, type Ask, createGuard, down, fail, setUpFakeTimers } from '../testing/source-guards.ts'

const hangs = () => new Promise<string>((_, reject) => setTimeout(() => void down().catch(reject), 8_000))

const unknown: Ask = () => Promise.reject(new AppError('unknown-ticker', 'no such ticker'))

setUpFakeTimers()

/** Asks a guard for clients, each about something; answers 'refused' to what fails. */
function createAsk() {
  const run = createGuard()
  return (client: string, about: string, answer: Ask) =>
    askOnBehalfOf(client, () => run(answer, 'prices', about)).catch(() => 'refused')
}

describe('one client whose questions fail', () => {
  const by = (client: string, run: ReturnType<typeof createGuard>) => (ask: Ask) =>
    askOnBehalfOf(client, () => run(ask))

  it('is refused on its own after five failures in a row, with a message', async () => {
    const run = createGuard()
    await fail(by('odd', run), 100)
    const ask = vi.fn<Ask>(answers)
    await expect(by('odd', run)(ask)).rejects.toMatchObject({
      code: 'source-unavailable',
      concerns: 'asker',
      message:
        'What you asked of Yahoo Finance has failed several times in a row: it is not asked for you for a moment. Try again in 15 seconds.',
    })
    expect(ask).not.toHaveBeenCalled()
    expect(await by('visitor', run)(answers)).toBe('value')
    await vi.advanceTimersByTimeAsync(15_000)
    // Nobody else waits for a trial of its own, so it may give one up and try again at once.
    await expect(by('odd', run)(() => Promise.reject(new GoneError()))).rejects.toThrow(GoneError)
    expect(await by('odd', run)(answers)).toBe('value')
  })

  it('does not open the circuit for others, nor do several with the same question', async () => {
    const run = createGuard()
    const ask = (client: string, about: string, answer: Ask) =>
      askOnBehalfOf(client, () => run(answer, 'prices', about))
    for (let visitor = 0; visitor < 20; visitor++)
      await expect(ask(`${visitor}`, 'ODD', down)).rejects.toThrow('down')
    expect(await ask('visitor', 'KO', answers)).toBe('value')
    for (let visitor = 0; visitor < 5; visitor++)
      await expect(ask(`${visitor}`, `T${visitor}`, down)).rejects.toThrow('down')
    await expect(ask('visitor', 'KO', answers)).rejects.toMatchObject({ concerns: 'pause' })
    await vi.advanceTimersByTimeAsync(15_000)
    await expect(ask('newcomer', 'T0', down)).rejects.toMatchObject({ concerns: 'asker' })
    expect(await ask('visitor', 'KO', answers)).toBe('value')
  })

  it('gives up only one trial of the others', async () => {
    const ask = createAsk()
    for (let visitor = 0; visitor < 5; visitor++) await ask(`${visitor}`, `T${visitor}`, down)
    await vi.advanceTimersByTimeAsync(15_000)
    const given = vi.fn<Ask>(() => Promise.reject(new GoneError()))
    expect(await ask('odd', 'A', given)).toBe('refused')
    expect(await ask('odd', 'B', given)).toBe('refused')
    expect(given).toHaveBeenCalledTimes(1)
    // A person who only pressed reload waits no longer than for a trial of somebody else.
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await ask('odd', 'C', given)).toBe('refused')
    expect(given).toHaveBeenCalledTimes(2)
    expect(await ask('visitor', 'KO', answers)).toBe('value')
  })

  it.each([
    [1, 'fail at once', down],
    [6, 'fail at once', down],
    [1, 'hang', hangs],
    [6, 'hang', hangs],
  ])(
    'cannot keep newcomers from what failed in an outage, nor can several: %d that %s',
    async (count, _how, odd) => {
      const ask = createAsk()
      for (let visitor = 0; visitor < 5; visitor++) await ask(`${visitor}`, `T${visitor}`, down)
      const got: Promise<string>[] = []
      for (let ms = 0; ms < count * 60_000; ms += 200) {
        for (let client = 0; client < count; client++) void ask(`odd ${client}`, `ODD${client}`, odd)
        if (ms % 3_000 === 0) got.push(ask(`newcomer ${ms}`, 'T0', answers))
        await vi.advanceTimersByTimeAsync(200)
      }
      expect(await Promise.all(got)).toContain('value')
    },
  )

  it('does not open the circuit again, with four others like it, as soon as others are answered', async () => {
    const ask = createAsk()
    const oddOnes = async (rename = '') => {
      for (let client = 0; client < 5; client++) await ask(`odd ${client}`, `ODD${client}${rename}`, down)
      for (let client = 0; client < 5; client++) await ask(`odd${rename} ${client}`, `ODD${client}`, down)
    }
    await oddOnes()
    for (let minute = 0; minute < 9; minute++) {
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await ask('visitor', 'KO', answers)).toBe('value')
      // Neither with other questions, nor from other clients.
      await oddOnes(`${minute}`)
      expect(await ask('visitor', 'KO', answers)).toBe('value')
    }
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    await oddOnes()
    expect(await ask('visitor', 'KO', answers)).toBe('refused')
  })

  it('cannot keep a circuit closed, or close it, with made-up tickers that are answered while all others hang', async () => {
    const ask = createAsk()
    let madeUp = 0
    let asked = 0
    const waits = () => {
      asked++
      return hangs()
    }
    for (let ms = 0; ms < 60_000; ms += 500) {
      void ask('odd', `ZZ${madeUp++}`, unknown)
      if (ms % 1_000 === 0) void ask(`${ms}`, `T${ms}`, waits)
      await vi.advanceTimersByTimeAsync(500)
    }
    // Those that wait when the fifth fails after eight seconds, and then one every five seconds.
    expect(asked).toBeLessThan(24)
    const recovered = ask('visitor', 'KO', answers)
    await vi.advanceTimersByTimeAsync(5_000)
    expect([await recovered, await ask('another visitor', 'T', answers)]).toContain('value')
  })

  it('closes no circuit of its own with made-up tickers', async () => {
    const ask = createAsk()
    for (let each = 0; each < 5; each++) {
      await ask('odd', `ODD${each}`, down)
      await ask('odd', `ZZ${each}`, unknown)
    }
    expect(await ask('odd', 'KO', answers)).toBe('refused')
    await vi.advanceTimersByTimeAsync(15_000)
    await ask('odd', 'ZZ', unknown)
    await ask('odd', 'ODD', down)
    expect(await ask('odd', 'KO', answers)).toBe('refused')
    expect(await ask('visitor', 'KO', answers)).toBe('value')
  })

  it('makes few trials with made-up tickers, and others make the rest', async () => {
    const ask = createAsk()
    for (let visitor = 0; visitor < 5; visitor++) await ask(`${visitor}`, `T${visitor}`, down)
    await vi.advanceTimersByTimeAsync(15_000)
    const asked = vi.fn<Ask>(unknown)
    for (let ms = 0; ms < 10_000; ms += 500) {
      await ask('odd', `ZZ${ms}`, asked)
      await vi.advanceTimersByTimeAsync(500)
    }
    // After 0, 0.5 and 5.5 seconds.
    expect(asked).toHaveBeenCalledTimes(3)
    expect(await ask('visitor', 'KO', answers)).toBe('value')
    expect(await ask('odd', 'T', answers)).toBe('value')
  })

  it.each([
    [1, 5],
    [2, 4],
  ])(
    'cannot keep others from trying with made-up tickers that take seconds, nor can several: %d with %d seconds',
    async (count, seconds) => {
      const ask = createAsk()
      for (let visitor = 0; visitor < 5; visitor++) await ask(`${visitor}`, `T${visitor}`, down)
      await vi.advanceTimersByTimeAsync(15_000)
      const slowlyUnknown: Ask = async () => {
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
        return unknown()
      }
      const got: Promise<string>[] = []
      for (let ms = 0; ms < 10_000; ms += 100) {
        for (let client = 0; client < count; client++) void ask(`odd ${client}`, `ZZ${ms}`, slowlyUnknown)
        if (ms % 1_000 === 0) got.push(ask(`visitor ${ms}`, 'KO', answers))
        await vi.advanceTimersByTimeAsync(100)
      }
      expect(await Promise.all(got)).toContain('value')
    },
  )

  it('is not one whose trial was held back', async () => {
    const ask = createAsk()
    for (let visitor = 0; visitor < 5; visitor++) await ask(`${visitor}`, `T${visitor}`, down)
    await vi.advanceTimersByTimeAsync(20_000)
    const heldBack = () =>
      Promise.reject(new SourceError('Yahoo Finance', 'held back', { concerns: 'asker' }))
    await ask('newcomer', 'T1', heldBack)
    await ask('0', 'T0', down)
    expect(await ask('newcomer', 'T1', answers)).toBe('value')
  })

  it('does not make what others ask for a question that failed by trials that were held back', async () => {
    const ask = createAsk()
    const heldBack = () =>
      Promise.reject(new SourceError('Yahoo Finance', 'held back', { concerns: 'pause' }))
    for (const client of ['a', 'b', 'c', 'd', 'odd']) await ask(client, client, down)
    await vi.advanceTimersByTimeAsync(20_000)
    for (let ticker = 0; ticker < 5; ticker++) await ask('odd', `T${ticker}`, heldBack)
    expect(await ask('visitor', 'KO', answers)).toBe('value')
    for (let visitor = 0; visitor < 5; visitor++) await ask(`${visitor}`, `T${visitor}`, down)
    expect(await ask('visitor', 'KO', answers)).toBe('refused')
  })

  it('is asked for at most every five seconds while the source is down, with all others like it', async () => {
    const run = createGuard()
    const ask = vi.fn<Ask>(down)
    const poll = (client: number) =>
      askOnBehalfOf(`${client}`, () => run(ask, 'prices', `T${client}`)).catch(() => 'refused')
    for (let client = 0; client < 5; client++) await poll(client)
    ask.mockClear()
    for (let ms = 0; ms < 60_000; ms += 200) {
      for (let client = 0; client < 5; client++) await poll(client)
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(ask.mock.calls.length).toBeLessThanOrEqual(8)
  })

  it('does not keep another from a question that both ask', async () => {
    const run = createGuard()
    await fail(by('odd', run), 5)
    const askers = Askers.of('odd')
    askers.join(Askers.of('visitor'))
    const ask = vi.fn<Ask>(answers)
    expect(await askOnBehalfOfAll(askers, () => run(ask))).toBe('value')
    expect(ask).toHaveBeenCalledTimes(1)
    // The answer does not close the circuit of the one who was not asked for.
    await expect(by('odd', run)(answers)).rejects.toMatchObject({ concerns: 'asker' })
  })

  it('does not open the circuit for others, who get answers or fail once in between', async () => {
    const run = createGuard()
    for (let round = 0; round < 10; round++) {
      await fail(by('odd', run), 12)
      expect(await by('visitor', run)(answers)).toBe('value')
    }
    await fail(by('odd', run), 4)
    await fail(by('visitor', run), 1)
    await fail(by('odd', run), 4)
    expect(await by('visitor', run)(answers)).toBe('value')
  })

  it('does not open the circuit together with three others, in any order', async () => {
    const run = createGuard()
    for (let round = 0; round < 10; round++)
      for (const client of ['a', 'b', 'c', 'd']) await fail(by(client, run), 1)
    expect(await by('visitor', run)(answers)).toBe('value')
  })

  it('opens the circuit as one of five for whom the source fails', async () => {
    const run = createGuard()
    for (const client of ['a', 'b', 'c', 'd', 'e']) await fail(by(client, run), 1)
    await expect(by('f', run)(answers)).rejects.toMatchObject({ concerns: 'pause' })
  })

  it('leaves the trial to other clients for five seconds', async () => {
    const run = createGuard()
    for (const client of ['a', 'b', 'c', 'd', 'odd']) await fail(by(client, run), 1)
    await vi.advanceTimersByTimeAsync(15_000)
    const ask = vi.fn<Ask>(down)
    await expect(by('odd', run)(ask)).rejects.toMatchObject({ concerns: 'asker', retryAfterSeconds: 5 })
    expect(ask).not.toHaveBeenCalled()
    expect(await by('visitor', run)(answers)).toBe('value')
    expect(await by('odd', run)(answers)).toBe('value')
  })

  it('makes the trial if nobody else asks', async () => {
    const run = createGuard()
    for (const client of ['a', 'b', 'c', 'd', 'odd']) await fail(by(client, run), 1)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await by('odd', run)(answers)).toBe('value')
  })

  it('does not delay the trial of others by one of its own that fails', async () => {
    const run = createGuard()
    for (const client of ['a', 'b', 'c', 'd', 'odd']) await fail(by(client, run), 1)
    await vi.advanceTimersByTimeAsync(20_000)
    await fail(by('odd', run), 1)
    const ask = vi.fn<Ask>(answers)
    await expect(by('a', run)(ask)).rejects.toMatchObject({ concerns: 'asker', retryAfterSeconds: 5 })
    await expect(by('odd', run)(ask)).rejects.toMatchObject({ concerns: 'asker', retryAfterSeconds: 20 })
    expect(ask).not.toHaveBeenCalled()
    expect(await by('visitor', run)(answers)).toBe('value')
  })

  it('delays others for five seconds by a first trial that hangs', async () => {
    const run = createGuard()
    for (const client of ['a', 'b', 'c', 'd', 'e']) await fail(by(client, run), 1)
    await vi.advanceTimersByTimeAsync(15_000)
    const { promise, reject } = Promise.withResolvers<string>()
    const hanging = by('odd', run)(() => promise)
    await expect(by('visitor', run)(answers)).rejects.toMatchObject({ concerns: 'pause' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await by('visitor', run)(answers)).toBe('value')
    reject(new SourceError('Yahoo Finance', 'down'))
    await expect(hanging).rejects.toBeInstanceOf(SourceError)
    expect(await by('visitor', run)(answers)).toBe('value')
  })

  it.each([
    ['hang', hangs],
    ['fail at once', down],
  ])('makes no second trial before others while its questions %s', async (_how, odd) => {
    const ask = createAsk()
    for (let visitor = 0; visitor < 5; visitor++) await ask(`${visitor}`, `T${visitor}`, down)
    await vi.advanceTimersByTimeAsync(15_000)
    const refused = [ask('odd', 'A', odd)]
    const second = vi.fn<Ask>(odd)
    await vi.advanceTimersByTimeAsync(5_000)
    refused.push(ask('odd', 'B', second))
    expect(await ask('visitor', 'KO', answers)).toBe('value')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await Promise.all(refused)).toEqual(['refused', 'refused'])
    expect(second).not.toHaveBeenCalled()
    expect(await ask('another visitor', 'T', answers)).toBe('value')
  })

  it('finds the second name that a ticker may be meant by, after a trial with the first', async () => {
    const ask = createAsk()
    for (let visitor = 0; visitor < 5; visitor++) await ask(`${visitor}`, `T${visitor}`, down)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await ask('visitor', 'stock BTC', unknown)).toBe('refused')
    expect(await ask('visitor', 'crypto BTC', answers)).toBe('value')
  })

  it('is not followed by a trial of the same question by another client while it hangs', async () => {
    const ask = createAsk()
    for (let visitor = 0; visitor < 5; visitor++) await ask(`${visitor}`, `T${visitor}`, down)
    await vi.advanceTimersByTimeAsync(15_000)
    void ask('odd', 'HANGS', hangs)
    await vi.advanceTimersByTimeAsync(5_000)
    const again = vi.fn<Ask>(hangs)
    expect(await ask('another', 'HANGS', again)).toBe('refused')
    expect(again).not.toHaveBeenCalled()
    expect(await ask('visitor', 'KO', answers)).toBe('value')
  })

  it('does not shorten the pause that a later trial began by failing after it', async () => {
    const ask = createAsk()
    for (let visitor = 0; visitor < 5; visitor++) await ask(`${visitor}`, `T${visitor}`, down)
    await vi.advanceTimersByTimeAsync(15_000)
    const { promise, reject } = Promise.withResolvers<string>()
    const hanging = ask('odd', 'A', () => promise)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await ask('visitor', 'KO', down)).toBe('refused')
    reject(new SourceError('Yahoo Finance', 'down'))
    expect(await hanging).toBe('refused')
    const third = vi.fn<Ask>(down)
    await ask('another visitor', 'T', third)
    expect(third).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await ask('another visitor', 'T', answers)).toBe('value')
  })

  it('counts again after a trial during which the source answered another', async () => {
    const ask = createAsk()
    for (let visitor = 0; visitor < 5; visitor++) await ask(`${visitor}`, `T${visitor}`, down)
    await vi.advanceTimersByTimeAsync(15_000)
    const { promise, resolve } = Promise.withResolvers<string>()
    const slow = ask('patient', 'A', () => promise)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await ask('visitor', 'KO', answers)).toBe('value')
    resolve('slow')
    expect(await slow).toBe('slow')
    for (const client of ['patient', 'b', 'c', 'd', 'e'])
      await ask(client, client === 'patient' ? 'A' : client, down)
    expect(await ask('visitor', 'KO', answers)).toBe('refused')
  })

  it('does not delay the trial of others by one that hangs, nor opens the circuit again when that fails', async () => {
    const run = createGuard()
    for (const client of ['a', 'b', 'c', 'd', 'odd']) await fail(by(client, run), 1)
    await vi.advanceTimersByTimeAsync(20_000)
    const { promise, reject } = Promise.withResolvers<string>()
    const hanging = by('odd', run)(() => promise)
    expect(await by('visitor', run)(answers)).toBe('value')
    reject(new SourceError('Yahoo Finance', 'down'))
    await expect(hanging).rejects.toBeInstanceOf(SourceError)
    expect(await by('another visitor', run)(answers)).toBe('value')
  })
})

describe('a client that asks for what another has requested', () => {
  it('does not wait in that client’s queue', async () => {
    const run = createGuard()
    const ends: (() => void)[] = []
    const asked: string[] = []
    const { load, cache } = createTestCache()
    const askFor = (client: string, key: string) =>
      askOnBehalfOf(client, () =>
        load(
          () =>
            run(() => {
              asked.push(key)
              return new Promise<string>((resolve) => ends.push(() => resolve(key)))
            }),
          key,
        ),
      )
    const greedy = Array.from({ length: 40 }, (_, index) => askFor('greedy', `key ${index}`))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(16)
    const visitor = askFor('visitor', 'key 39')
    await vi.advanceTimersByTimeAsync(0)
    expect(asked[16]).toBe('key 39')
    ends[16]?.()
    expect((await visitor).value).toBe('key 39')
    while (ends.length > 0) {
      for (const end of ends.splice(0)) end()
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(await Promise.all(greedy)).toHaveLength(40)
    expect(new Set(asked).size).toBe(40)
    expect(asked).toHaveLength(40)
    await cache.backgroundLoadsEnded()
  })

  it('still gets it when that client hangs up, while what nobody waits for is not asked', async () => {
    const run = createGuard()
    const asked: string[] = []
    const { promise, resolve } = Promise.withResolvers<string>()
    const { load } = createTestCache()
    const hangUps: (() => void)[] = []
    const askFor = (client: string, key: string) =>
      askOnBehalfOf(
        client,
        () =>
          load(
            () =>
              run(() => {
                asked.push(key)
                return promise
              }),
            key,
          ),
        (hangUp) => void hangUps.push(hangUp),
      )
    const greedy = Promise.allSettled(Array.from({ length: 20 }, (_, key) => askFor('greedy', `key ${key}`)))
    await vi.advanceTimersByTimeAsync(0)
    for (const hangUp of hangUps.slice(1)) hangUp()
    const visitor = askFor('visitor', 'key 19')
    await vi.advanceTimersByTimeAsync(0)
    resolve('value')
    expect((await visitor).value).toBe('value')
    expect((await greedy).filter(({ status }) => status === 'fulfilled')).toHaveLength(16)
    expect(asked).toHaveLength(17)
    expect(asked).not.toContain('key 18')
  })
})

describe('a crowd', () => {
  /** Questions answered one by one, in the order in which they were asked. */
  function createSource() {
    const underWay: ((value: string) => void)[] = []
    return {
      ask: () => new Promise<string>((resolve) => void underWay.push(resolve)),
      answer: async (count = underWay.length) => {
        for (const resolve of underWay.splice(0, count)) resolve('value')
        await vi.advanceTimersByTimeAsync(0)
      },
      asked: () => underWay.length,
    }
  }

  it('of 38 readers queues, and nobody is refused', async () => {
    const run = createGuard()
    const source = createSource()
    const readers = Array.from({ length: 38 }, (_, reader) =>
      askOnBehalfOf(`reader ${reader}`, () => run(source.ask, 'stats')),
    )
    await vi.advanceTimersByTimeAsync(0)
    expect(source.asked()).toBe(32)
    await source.answer()
    await source.answer()
    expect(new Set(await Promise.all(readers))).toEqual(new Set(['value']))
    expect(await run(answers, 'stats')).toBe('value')
  })

  it('waits at most five seconds, without counting against the source', async () => {
    const run = createGuard()
    const source = createSource()
    const settled = Promise.allSettled(Array.from({ length: 38 }, () => run(source.ask, 'stats')))
    await vi.advanceTimersByTimeAsync(5_001)
    await source.answer()
    const errors = (await settled).filter((result) => result.status === 'rejected')
    expect(errors.map(({ reason }) => (reason as SourceError).code)).toEqual(
      Array.from({ length: 6 }, () => 'source-unavailable'),
    )
    expect(await run(answers, 'stats')).toBe('value')
  })

  it('tells every request that wants it that only the source is waited for', async () => {
    const run = createGuard()
    const source = createSource()
    const once = createOnce<string>()
    const waits: string[] = []
    const find = (client: string) =>
      askOnBehalfOf(
        client,
        () => once.run('k', () => run(source.ask)),
        undefined,
        () => waits.push(client),
      )
    const asked = [find('first')]
    await vi.advanceTimersByTimeAsync(0)
    expect(waits).toEqual(['first'])
    asked.push(find('later'))
    await vi.advanceTimersByTimeAsync(0)
    expect(waits).toEqual(['first', 'later'])
    await source.answer()
    await Promise.all(asked)
  })

  it('from one client leaves places free, and lets others in between', async () => {
    const run = createGuard()
    const source = createSource()
    const order: string[] = []
    const askFor = (client: string) =>
      askOnBehalfOf(client, async () => {
        await run(source.ask, 'stats')
        order.push(client)
      })
    const greedy = Array.from({ length: 60 }, () => askFor('greedy'))
    await vi.advanceTimersByTimeAsync(0)
    expect(source.asked()).toBe(16)
    const others = Array.from({ length: 12 }, (_, index) => askFor(`other ${index % 6}`))
    await vi.advanceTimersByTimeAsync(0)
    expect(source.asked()).toBe(28)
    await source.answer(16)
    await source.answer()
    expect(order.filter((client) => client !== 'greedy')).toHaveLength(12)
    for (let round = 0; round < 4; round++) await source.answer()
    await Promise.all([...greedy, ...others])
  })

  it('from one client is refused beyond 128 waiting', async () => {
    const run = createGuard()
    const source = createSource()
    const settled = Promise.allSettled(
      Array.from({ length: 200 }, () => askOnBehalfOf('greedy', () => run(source.ask))),
    )
    await vi.advanceTimersByTimeAsync(0)
    const other = askOnBehalfOf('other', () => run(source.ask))
    for (let round = 0; round < 10; round++) await source.answer()
    expect(await other).toBe('value')
    expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(200 - 16 - 128)
  })
})
