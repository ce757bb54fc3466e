import { readdirSync, writeFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { setUpFolder } from '../../testing/set-up-folder.ts'
import { createSentRecord } from './sent-record.ts'

const note = { date: '2026-11-23', mark: 1, begunAt: '2026-11-23T14:00:00.000Z', submitted: 3 }

const folder = setUpFolder()

it('leaves nothing behind on a full disk, says so, and records the same once there is room', () => {
  const logged: unknown[] = []
  let isFull = true
  const record = createSentRecord(
    folder,
    { error: (fields: unknown) => void logged.push(fields) },
    (...given) => {
      writeFileSync(...given)
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  )

  record.keep([note])
  expect(logged).toMatchObject([{ err: { code: 'ENOSPC' }, file: record.file }])
  expect(readdirSync(folder)).toEqual([])

  isFull = false
  record.keep([note])
  expect(record.list()).toEqual([note])
  expect(logged).toHaveLength(1)
})

it('is written by several containers at once, though their servers have the same process id', () => {
  const logger = { error: (fields: unknown) => expect.unreachable(JSON.stringify(fields)) }
  const other = createSentRecord(folder, logger)
  const record = createSentRecord(folder, logger, (...given) => {
    writeFileSync(...given)
    other.keep([{ ...note, date: '2026-11-30' }])
  })
  record.keep([note])
  expect(record.list()).toEqual([note])
  expect(readdirSync(folder)).toEqual(['sent-editions.json'])
})
