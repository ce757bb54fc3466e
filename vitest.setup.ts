import { vi } from 'vitest'

import { stretchWaits } from './server/lib/patience.ts'

/** Like the patience in vitest.config.ts: only what is wrong ever waits so long. */
const PATIENCE_MS = 120_000

// By itself it gives up after a second, which a busy machine may need for anything.
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? PATIENCE_MS)

// A file before this one, in the same process, may have left it otherwise.
stretchWaits(1)
