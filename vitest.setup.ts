import { vi } from 'vitest'

import { stretchWaits } from './server/lib/patience.ts'

/** Like PATIENCE in vitest.config.ts: only a fault ever waits this long. */
const PATIENCE_MS = 120_000

// By default it gives up after a second, which anything may take on a busy machine.
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? PATIENCE_MS)

// An earlier test file in the same process may have changed it.
stretchWaits(1)
