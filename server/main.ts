import { prepareLoading } from './lib/prepare-loading.ts'

prepareLoading()
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
