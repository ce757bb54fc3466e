import { mkdirSync, statSync, existsSync } from 'node:fs'
import path from 'node:path'
import { statfs } from 'node:fs/promises'

/** Makes a folder and its parents. Node's recursive mkdir never returns where the system reports a new folder as "not
 *  found" although its parent exists, as under /proc.
 *  @param mode  the permissions of the folders it makes
 *  @throws the system's error: the folder may not be made there, or a file is in the way */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Below this a disk counts as full, since the next write may not fit. */
export const FEWEST_FREE_BYTES = 200 * 1024 * 1024

/** @param folder  one that does not exist yet counts as the folder where it would be made
 *  @returns how many bytes an ordinary user may still write to its disk */
export async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(nearestFolder(folder))
  return bavail * bsize
}

/** @returns the folder, or if it does not exist yet, its nearest parent that does */
export function nearestFolder(folder: string): string {
  let place = path.resolve(folder)
  while (!existsSync(place)) place = path.dirname(place)
  return place
}
