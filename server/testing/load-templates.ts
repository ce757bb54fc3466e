import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

import type * as Swc from '@swc/core'

// Node runs the server's TypeScript as it is, but no JSX: this compiles the letter's templates for the tests that load them.
const require = createRequire(import.meta.url)
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    const { transformSync } = require('@swc/core') as typeof Swc
    const filename = fileURLToPath(url)
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      swcrc: false,
      sourceMaps: 'inline',
      jsc: {
        target: 'esnext',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
