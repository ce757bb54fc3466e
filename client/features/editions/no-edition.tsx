import { ARCHIVE_PATH } from '../../../shared/edition-address.ts'
import { formatLongDay } from '../../../shared/format-date.ts'
import { looks, Stack } from '../../ui/primitives.tsx'

/** Says that no letter went out on a date, and where to go instead.
 *  @param date  as in the address */
export function NoEdition({ date }: { date: string }) {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date))
  return (
    <Stack>
      <p className={looks.code}>404</p>
      <h1>No such letter</h1>
      <p>
        {isDay ? `No letter of ${formatLongDay(date)} went out.` : 'This is not the day of a letter.'} Each
        letter has the date of its Monday.
      </p>
      <p>
        <a href={ARCHIVE_PATH}>All letters that went out</a>
      </p>
    </Stack>
  )
}
