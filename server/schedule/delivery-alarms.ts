import type { Config } from '../config/config.ts'
import { listReportedAsSpam } from '../sending/editions/edition-returns.ts'
import type { SendingProgress } from '../sending/editions/edition-status.ts'
import { raiseAlarms, type Alarm, type AlarmDeps } from './raise-alarms.ts'
import { runOnce } from './run-once.ts'

/** How often complaints are counted, over all processes. */
const COMPLAINTS_SECONDS = 10 * 60

/** Lists the alarm for an edition that ends before everybody's turn: at the rate of the settings, those who have not been tried
 *  take longer than it has. There is none for readers whom the warm-up leaves out. */
export function listPaceAlarms(
  { date, state, counts, meta }: SendingProgress,
  { perSecond }: Pick<Config['sending'], 'perSecond'>,
): Alarm[] {
  const { askedAt, expiresAt, leftToday = Infinity } = meta
  if (state !== 'frozen' || expiresAt === undefined || expiresAt <= askedAt) return []
  const readers = Math.min(counts.pending + counts.claimed, leftToday)
  const seconds = (expiresAt.getTime() - askedAt.getTime()) / 1000
  if (readers / perSecond <= seconds) return []
  const about = {
    kind: 'not-everyone-reached',
    problem: 'too-slow',
    date,
    pace: { readers, perSecond, seconds },
  } as const
  return [{ about, occasion: `until ${expiresAt.toISOString()}` }]
}

/** Raises an alarm, once for each edition, if more of its readers report it as spam than Gmail allows. */
export async function watchComplaints(deps: AlarmDeps): Promise<void> {
  const job = { name: 'look at the complaints', leaseSeconds: COMPLAINTS_SECONDS }
  await runOnce(deps, job, async () => {
    const editions = await listReportedAsSpam(deps.db)
    await raiseAlarms(
      deps,
      editions.map((edition) => ({
        about: { kind: 'complaints', ...edition },
        next: [{ step: 'status', date: edition.date }],
      })),
    )
    return 'later'
  })
}
