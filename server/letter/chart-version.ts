import { createHash } from 'node:crypto'

import type { ChartContent } from '../../shared/edition-contract.ts'

/** Identifies what a chart's picture shows, for the picture's address. Postgres reorders the keys of what it stores, so they are
 *  named here one by one.
 *  @returns 10 characters of base64url, the same for a chart that was stored and read back */
export const chartVersion = ({ title, unit, points, marks = [], credit }: ChartContent): string =>
  createHash('sha256')
    .update(JSON.stringify([title, unit, points, marks, credit]))
    .digest('base64url')
    .slice(0, 10)
