import { prepareLoading } from './lib/prepare-loading.ts'

prepareLoading()
const { loadConfig } = await import('./config/config.ts')
const { describeFailure } = await import('./operator/describe-failure.ts')
const { serve } = await import('./serve.ts')

try {
  await serve(loadConfig())
} catch (error) {
  process.stderr.write(`${describeFailure(error) ?? `Could not start: ${wordsOf(error)}`}\n`)
  process.exit(1)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
