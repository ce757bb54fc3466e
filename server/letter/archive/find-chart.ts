import { z } from 'zod'

import {
  sectionContentSchema,
  type ChartContent,
  type SectionName,
} from '../../../shared/edition-contract.ts'
import type { DatabaseOrTransaction } from '../../db/database.ts'

/** Mails of earlier programs show their charts, whatever the format of their words. */
const storedChartsSchema = z.object({
  sections: z.array(sectionContentSchema.pick({ name: true, chart: true })),
})

/** The chart of a section of a stored edition, sent or not: the preview shows it too.
 *  @returns undefined if there is no such edition, or no chart in that section
 *  @throws ZodError for stored words of an unexpected shape */
export async function findEditionChart(
  db: DatabaseOrTransaction,
  slotDate: string,
  section: SectionName,
): Promise<ChartContent | undefined> {
  const row = await db
    .selectFrom('edition')
    .select('content')
    .where('slot_date', '=', slotDate)
    .executeTakeFirst()
  if (row === undefined || row.content === null) return undefined
  return storedChartsSchema.parse(row.content).sections.find(({ name }) => name === section)?.chart
}
