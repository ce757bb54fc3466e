import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createSentRecord } from './sent-record.ts'

const note = { date: '2026-11-23', mark: 1, begunAt: '2026-11-23T14:00:00.000Z', submitted: 3 }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-record-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('leaves nothing behind on a full disk, says so, and records the same once there is room', () => {
  const logged: unknown[] = []
  const record = createSentRecord(folder, { error: (fields: unknown) => void logged.push(fields) })
  // This device opens, and fails every write as a full disk does.
  symlinkSync('/dev/full', path.join(folder, `sent-editions.json.${process.pid}`))

  record.keep([note])
  expect(logged).toMatchObject([{ err: { code: 'ENOSPC' }, file: record.file }])
  expect(readdirSync(folder)).toEqual([])

  record.keep([note])
  expect(record.list()).toEqual([note])
  expect(logged).toHaveLength(1)
})
