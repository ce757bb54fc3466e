// A process that sends as the site does, configured by the environment, but without minutes of waiting.
//   send DATE [SETTINGS]   as `lunchpail edition send`; SETTINGS: JSON of the delivery settings that differ
//   timetable [FILE]       as a server: its edition jobs, woken every second
import { existsSync, writeSync } from 'node:fs'
import { loadConfig } from '../config/config.ts'
import { createDeps } from '../deps.ts'
import { deliverEdition, type DeliverySettings } from '../sending/deliveries/deliver-edition.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { startSchedule, type Jobs, timetable } from '../schedule/timetable.ts'

const [mode = '', given = '', changes = '{}'] = process.argv.slice(2)
const deps = await createDeps(loadConfig())
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())

if (mode === 'send') await send(given)
else await keepTime(given)
await deps.close()

async function send(slotDate: string): Promise<void> {
  const { weekly } = deps.newsletter
  const settings = { ...weekly.settings, ...(JSON.parse(changes) as Partial<DeliverySettings>) }
  await freezeEdition(deps.db, slotDate, { by: 'hand' })
  const status = await deliverEdition({ ...weekly, settings }, slotDate, { signal: stop.signal })
  deps.logger.info({ status }, 'came back')
  if (status.state !== 'finished' || status.counts.failed + status.counts.unknown > 0) process.exitCode = 1
}

/** Runs the timetable until SIGTERM and logs each check for due editions. SIGUSR2 blocks the event loop until the file
 *  `release` exists. */
async function keepTime(release: string): Promise<void> {
  const entries = timetable
    .filter(({ job }) => job !== 'collect' && job !== 'clean' && job !== 'notices')
    .map(({ job }) => ({ job, cron: '* * * * * *' }))
  const jobs: Jobs = {
    ...deps.jobs,
    async 'send-edition'(signal) {
      await deps.jobs['send-edition'](signal)
      deps.logger.info('looked what is due')
    },
  }
  const schedule = startSchedule({ jobs, logger: deps.logger, entries })
  process.on('SIGUSR2', () => {
    // The log is written by the event loop, which is busy from here on.
    writeSync(1, '"busy"\n')
    const nothing = new Int32Array(new SharedArrayBuffer(4))
    while (!existsSync(release)) Atomics.wait(nothing, 0, 0, 20)
    deps.logger.info('no longer busy')
  })
  deps.logger.info('keeping time')
  await new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await schedule.stop()
}
