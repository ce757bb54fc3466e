import { ConfigError, loadConfig } from './config.ts'
import { FolderInUseError } from './db/folder-lock.ts'
import { serve } from './serve.ts'

try {
  await serve(loadConfig())
} catch (error) {
  const isPlain = error instanceof ConfigError || error instanceof FolderInUseError
  process.stderr.write(`${isPlain ? error.message : startupFailure(error)}\n`)
  process.exit(1)
}

function startupFailure(error: unknown): string {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what uses it, or set PORT to another one.`
  return `Could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
