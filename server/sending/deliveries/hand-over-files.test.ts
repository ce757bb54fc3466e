import { appendFileSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { setUpFolder } from '../../testing/set-up-folder.ts'
import { deleteOldHandOvers, eraseHandOvers, findHandOvers, handOverFile } from './hand-over-files.ts'
import { readHandOvers } from './hand-over-log.ts'

const ADA = 'a'.repeat(43)
const BOB = 'b'.repeat(43)
const inLog = (hash: string) => hash.slice(0, 22)

const folder = setUpFolder()

const read = (date: string) => readFileSync(handOverFile(folder, date), 'utf8')
const write = (date: string, ...lines: readonly (readonly [hash: string, state: string])[]) =>
  writeFileSync(
    handOverFile(folder, date),
    lines.map(([hash, state]) => `\n${inLog(hash)} ${state}`).join(''),
  )

describe('the logs of what was handed over', () => {
  it('say what they hold about one address, the newest edition first', async () => {
    write('2026-11-16', [ADA, 'begun'], [BOB, 'begun'], [ADA, 'deferred'], [ADA, 'begun'])
    write('2026-11-23', [ADA, 'begun'], [BOB, 'begun'], [ADA, 'submitted'])
    writeFileSync(path.join(folder, 'sent-editions.json'), inLog(ADA))
    expect(await findHandOvers(folder, ADA)).toEqual([
      { edition: '2026-11-23', states: ['begun', 'submitted'] },
      { edition: '2026-11-16', states: ['begun', 'deferred', 'begun'] },
    ])
    expect(await findHandOvers(folder, 'c'.repeat(43))).toEqual([])
  })

  it('hold nothing about an erased address, and all about the others', async () => {
    write('2026-11-16', [ADA, 'begun'], [BOB, 'begun'], [BOB, 'submitted'], [ADA, 'submitted'])
    write('2026-11-23', [BOB, 'begun'])
    expect(await eraseHandOvers(folder, ADA)).toBe(2)
    expect(read('2026-11-16')).not.toContain(inLog(ADA))
    expect(await findHandOvers(folder, ADA)).toEqual([])
    expect(await findHandOvers(folder, BOB)).toMatchObject([
      { states: ['begun'] },
      { states: ['begun', 'submitted'] },
    ])
    expect(await eraseHandOvers(folder, ADA)).toBe(0)
  })

  it('are still read completely after an erasure, and take what a process that sends adds meanwhile', async () => {
    write('2026-11-23', [ADA, 'begun'], [BOB, 'begun'])
    const erasing = eraseHandOvers(folder, ADA)
    appendFileSync(handOverFile(folder, '2026-11-23'), `\n${inLog(BOB)} submitted`)
    await erasing
    const { readers, unread } = await readHandOvers([handOverFile(folder, '2026-11-23')], (email) => email)
    expect([readers.get(inLog(BOB)), readers.size, unread]).toEqual(['submitted', 2, 0])
  })

  it('are deleted when nothing was added to them for four weeks', () => {
    for (const [date, written] of [
      ['2026-10-19', '2026-10-26T13:59:00Z'],
      ['2026-10-26', '2026-10-26T14:01:00Z'],
    ] as const) {
      write(date, [ADA, 'begun'])
      utimesSync(handOverFile(folder, date), new Date(written), new Date(written))
    }
    expect(deleteOldHandOvers(folder, new Date('2026-11-23T14:00:00Z'))).toBe(1)
    expect(existsSync(handOverFile(folder, '2026-10-19'))).toBe(false)
    expect(existsSync(handOverFile(folder, '2026-10-26'))).toBe(true)
  })

  it('need not be there', async () => {
    const nowhere = path.join(folder, 'nowhere')
    expect(deleteOldHandOvers(nowhere, new Date())).toBe(0)
    expect(await findHandOvers(nowhere, ADA)).toEqual([])
    expect(await eraseHandOvers(nowhere, ADA)).toBe(0)
  })
})
