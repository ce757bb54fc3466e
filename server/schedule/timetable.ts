export type JobName = 'collect' | 'write-edition' | 'send-edition' | 'watch-sending' | 'notices' | 'clean'

export interface TimetableEntry {
  readonly job: JobName
  /** Seconds first; in `zone`. */
  readonly cron: string
  readonly zone: string
  readonly runs: string
}

const CHICAGO = 'America/Chicago'

/** When each job is woken. A waking is only a question: what is due is decided by the database's clock, since a busy
 *  event loop sleeps through a tick and a process may be down at the time. */
export const timetable: readonly TimetableEntry[] = [
  {
    job: 'collect',
    cron: '0 0 17 * * *',
    zone: CHICAGO,
    runs: 'reads public records into the database, on Sundays in time for the edition',
  },
  {
    job: 'write-edition',
    cron: '*/30 * * * * *',
    zone: CHICAGO,
    runs: 'writes the edition, Sunday 18:00 in Chicago or as soon as a process is up after that',
  },
  {
    job: 'send-edition',
    cron: '*/30 * * * * *',
    zone: CHICAGO,
    runs: 'sends the edition, Monday 08:00 in Chicago or up to 12 hours later',
  },
  {
    job: 'watch-sending',
    cron: '15 * * * * *',
    zone: CHICAGO,
    runs: 'looks how the editions stand that are due or being sent, and raises alarms',
  },
  {
    job: 'notices',
    cron: '*/10 * * * * *',
    zone: CHICAGO,
    runs: 'sends the single mails that are due: confirmations, notices of unsubscription',
  },
  {
    job: 'clean',
    cron: '0 30 3 * * *',
    zone: CHICAGO,
    runs: 'deletes what is kept no longer',
  },
]
