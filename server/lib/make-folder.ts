import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Makes a folder and those above it. Node's recursive mkdir never comes back where the system calls a new folder "not
 *  found" although its parent is there, as under /proc.
 *  @param mode  of those that are made
 *  @throws the system's error: nothing may be made there, or a file stands in the way */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
}
