import { expect, it } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { runEachStep } from './timetable.ts'

function collect() {
  const lines: string[] = []
  return { lines, logger: createLogger('info', { write: (line) => void lines.push(line) }) }
}

it('runs every step in order, and logs nothing if none fails', async () => {
  const { lines, logger } = collect()
  const done: string[] = []
  await runEachStep(logger, {
    first: async () => void done.push('first'),
    second: async () => done.push('second'),
  })
  expect(done).toEqual(['first', 'second'])
  expect(lines).toEqual([])
})

it('continues after a failed step, logs it, and finally fails with its name', async () => {
  const { lines, logger } = collect()
  const done: string[] = []
  const run = runEachStep(logger, {
    'old visits': () => Promise.reject(new Error('visit is locked')),
    'old traces': () => {
      throw new Error('notice is locked')
    },
    'old addresses': async () => void done.push('old addresses'),
  })
  await expect(run).rejects.toThrow('Not done: old visits, old traces. Each is tried again the next time.')
  await expect(run).rejects.toMatchObject({
    errors: [{ message: 'visit is locked' }, { message: 'notice is locked' }],
  })
  expect(done).toEqual(['old addresses'])
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { step: 'old visits', err: { message: 'visit is locked' } },
    { step: 'old traces', err: { message: 'notice is locked' } },
  ])
})
