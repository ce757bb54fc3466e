import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'

import { DAY_MS } from '../../lib/dates.ts'

const KEPT_MS = 28 * DAY_MS
/** 128 bits of an address's keyed hash are enough to tell readers apart, and take half the space. */
export const HASH_LENGTH = 22
const NAME = /^handed-over-(\d{4}-\d\d-\d\d)\.log$/
/** In place of an erased reader's hash; read as that of somebody who is no recipient. */
const ERASED = 'erased'.padEnd(HASH_LENGTH, '-')

/** The path of an edition's log, in DATA_DIR. */
export const handOverFile = (folder: string, slotDate: string) =>
  path.join(folder, `handed-over-${slotDate}.log`)

/** What this machine recorded about an edition for one reader. */
export interface HandedOverTo {
  /** The edition's Monday, 'YYYY-MM-DD'. */
  readonly edition: string
  /** 'begun', 'submitted' and the like, in order. */
  readonly states: readonly string[]
}

/** Finds what the logs in a folder say about one address, newest edition first.
 *  @param emailHash  its whole keyed hash */
export async function findHandOvers(folder: string, emailHash: string): Promise<HandedOverTo[]> {
  const found: HandedOverTo[] = []
  for (const { file, edition } of listLogs(folder)) {
    const log = await readFile(file)
    const states = findLines(log, emailHash).map((at) => {
      const end = log.indexOf('\n', at)
      return log.toString('utf8', at + HASH_LENGTH, end < 0 ? undefined : end).trim()
    })
    if (states.length > 0) found.push({ edition, states })
  }
  return found.toReversed()
}

/** Removes an address from the logs in a folder, at its owner's request. Writes over its hash: a process that is sending only
 *  adds to the end, so nothing of that is lost. The outcome of a letter that is on its way may be added after this.
 *  @param emailHash  its whole keyed hash
 *  @returns the number of lines that had it */
export async function eraseHandOvers(folder: string, emailHash: string): Promise<number> {
  let erased = 0
  for (const { file } of listLogs(folder)) {
    const handle = await open(file, 'r+')
    try {
      const lines = findLines(await handle.readFile(), emailHash)
      for (const at of lines) await handle.write(ERASED, at)
      if (lines.length > 0) await handle.sync()
      erased += lines.length
    } finally {
      await handle.close()
    }
  }
  return erased
}

/** Deletes logs to which nothing was added for four weeks: nobody restores a backup from before them.
 *  @returns their number */
export function deleteOldHandOvers(folder: string, now: Date): number {
  // Several processes may do this at once.
  const writtenMs = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  const old = listLogs(folder).filter(({ file }) => writtenMs(file) < now.getTime() - KEPT_MS)
  for (const { file } of old) rmSync(file, { force: true })
  return old.length
}

/** Oldest first. */
function listLogs(folder: string): { file: string; edition: string }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const edition = NAME.exec(name)?.[1]
      return edition === undefined ? [] : [{ file: path.join(folder, name), edition }]
    })
    .toSorted((one, other) => (one.edition < other.edition ? -1 : 1))
}

/** @returns the offsets, in bytes, of a hash at the beginning of a line */
function findLines(log: Buffer, emailHash: string): number[] {
  const line = `\n${emailHash.slice(0, HASH_LENGTH)}`
  const found: number[] = []
  for (let at = log.indexOf(line); at >= 0; at = log.indexOf(line, at + 1)) found.push(at + 1)
  return found
}
