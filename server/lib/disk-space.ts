import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'

/** Below this a disk counts as full: what is written next may not fit. */
export const FEWEST_FREE_BYTES = 200 * 1024 * 1024

/** @param folder  one that is not there yet counts as the one in which it would be made
 *  @returns how many bytes an ordinary user may still write to its disk */
export async function findFreeBytes(folder: string): Promise<number> {
  let place = path.resolve(folder)
  while (!existsSync(place)) place = path.dirname(place)
  const { bavail, bsize } = await statfs(place)
  return bavail * bsize
}
