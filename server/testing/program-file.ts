import path from 'node:path'

import { isBuilt } from '../cli/built-from.ts'

const ROOT = path.join(import.meta.dirname, '../..')
/** Programs that tests start, each with its source. */
const PROGRAMS = {
  main: 'server/main.ts',
  lunchpail: 'server/cli/main.ts',
  'working-process': 'server/apart/working-process.ts',
} as const

/** The flag with which `npm start` runs the embedded database: a short process spends a third less on compiling it. */
export const WITH_EMBEDDED = '--liftoff-only'

let builtHere: boolean | undefined

/** The file to start for a program: the built one, which takes half the work, if dist/ was built from exactly these sources, as
 *  it was before `npm test`; otherwise its source. */
export function programFile(name: keyof typeof PROGRAMS): string {
  builtHere ??= isBuilt()
  return path.join(ROOT, builtHere ? `dist/app/${name}.mjs` : PROGRAMS[name])
}
