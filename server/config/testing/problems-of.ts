import { ConfigError, loadConfig } from '../config.ts'

/** What is wrong with settings, as in .env; empty if they are accepted. */
export function problemsOf(settings: Readonly<Record<string, string>>): readonly string[] {
  try {
    loadConfig(settings)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}
