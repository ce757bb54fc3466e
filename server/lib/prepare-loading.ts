import { enableCompileCache, setSourceMapsSupport } from 'node:module'
import path from 'node:path'

/** For what is loaded from now on: what was compiled at an earlier start is not compiled again, and the traces of the built program name
 *  the lines of its sources. Where the folder cannot be written, all is compiled as usual. */
export function prepareLoading(): void {
  enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/node'))
  setSourceMapsSupport(true, { nodeModules: false })
}
