import { afterEach, beforeEach, expect, vi } from 'vitest'

import { SourceError } from '../../lib/errors.ts'
import { createLogger, type Logger } from '../../lib/logger.ts'
import { createSourceGuard } from '../sources/source-guard.ts'

export type Ask = () => Promise<string>

export const down: Ask = () => Promise.reject(new SourceError('Yahoo Finance', 'down'))
export const answers: Ask = async () => 'value'

/** Call this once per file: a clock for each test. */
export function setUpFakeTimers(): void {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
}

/** Creates a guard and returns how to ask through it. */
export function createGuard(logger: Logger = createLogger('silent')) {
  const guard = createSourceGuard({ logger })
  return (ask: Ask, part = 'prices', about?: string) => guard.run('yahoo', part, ask, about)
}

/** Asks this many times and expects each to fail. */
export async function fail(run: (ask: Ask) => Promise<string>, times: number, ask = down): Promise<void> {
  for (let i = 0; i < times; i++) await expect(run(ask)).rejects.toBeInstanceOf(Error)
}
