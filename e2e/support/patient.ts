import type * as Patience from '../../server/lib/patience.ts'

// Loaded into the built site before everything else, so that even on a busy machine a page has every part that its
// sources delivered.
const built = new URL('../../dist/app/patience.mjs', import.meta.url)
const { stretchWaits } = (await import(built.href)) as typeof Patience
stretchWaits(60)
