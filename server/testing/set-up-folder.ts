import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach } from 'vitest'

/** Call this in a file or a suite, above its hooks: an empty folder for each test.
 *  @returns its path, which is the same for all tests of the file */
export function setUpFolder(): string {
  const folder = path.join(tmpdir(), `lunchpail-test-${randomUUID()}`)
  beforeEach(() => mkdirSync(folder))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
