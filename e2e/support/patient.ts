import { stretchWaits } from '../../server/lib/patience.ts'

// Loaded into the site before everything else: even on a busy machine a page has every part that its sources delivered.
stretchWaits(60)
