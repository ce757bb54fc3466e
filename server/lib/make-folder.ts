import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Makes a folder and its parents. Node's recursive mkdir never returns where the system reports a new folder as "not
 *  found" although its parent exists, as under /proc.
 *  @param mode  of the folders it makes
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
