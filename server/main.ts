import { enableCompileCache } from 'node:module'
import path from 'node:path'

// What was compiled at an earlier start is not compiled again. It has to be said before anything else is loaded; where the folder
// cannot be written, all is compiled as usual.
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/node'))
const { loadConfig } = await import('./config/config.ts')
const { describeFailure } = await import('./operator/describe-failure.ts')
const { serve } = await import('./serve.ts')

try {
  await serve(loadConfig())
} catch (error) {
  process.stderr.write(`${describeFailure(error) ?? describeUnexpected(error)}\n`)
  process.exit(1)
}

function describeUnexpected(error: unknown): string {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what uses it, or set PORT to another one.`
  return `Could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
