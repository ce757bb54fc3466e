import { stretchWaits } from '../../server/lib/patience.ts'

// Loaded into the site before all else: on a busy machine, too, a page has every part that its sources gave.
stretchWaits(60)
