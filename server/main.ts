import { ConfigError, loadConfig } from './config/config.ts'
import { DatabaseUnavailableError, WrongDatabaseError } from './db/database-unavailable.ts'
import { DataFolderError, FolderInUseError } from './db/folder-lock.ts'
import { serve } from './serve.ts'
import { KeyMismatchError } from './subscribers/index.ts'

const PLAIN_ERRORS = [
  ConfigError,
  FolderInUseError,
  DataFolderError,
  DatabaseUnavailableError,
  KeyMismatchError,
  WrongDatabaseError,
]

try {
  await serve(loadConfig())
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exit(1)
}

function describeFailure(error: unknown): string {
  if (PLAIN_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what uses it, or set PORT to another one.`
  return `Could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
