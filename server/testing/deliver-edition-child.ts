// A process that delivers an edition, for tests that kill it. Arguments: database URL, SMTP URL, and 'when-claimed' to kill
// itself with SIGKILL after the claim, before anything is sent.
import { openDatabase } from '../db/open-database.ts'
import { deliverEdition } from '../sending/deliveries/deliver-edition.ts'
import { deliveryDeps } from './edition-fixtures.ts'

const [url = '', smtpUrl = '', killPoint] = process.argv.slice(2)
const opened = await openDatabase({ url }, (error) => {
  throw error
})
const deps = deliveryDeps(opened.db, { smtpUrl }, { leaseSeconds: 1 })
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
const links =
  killPoint === 'when-claimed'
    ? {
        ...deps.links,
        unsubscribeUrlFor() {
          process.kill(process.pid, 'SIGKILL')
          return ''
        },
      }
    : deps.links
await deliverEdition({ ...deps, links }, '2026-11-23', { signal: stop.signal })
await deps.mailer.close()
await opened.close()
