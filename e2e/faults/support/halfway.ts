import { readers } from '../../../server/testing/edition-fixtures.ts'
import type { RunningProcess } from './processes.ts'
import { MONDAY, until, type Trial } from './trial.ts'

export const SIXTY = readers(60)

export interface Halfway {
  readonly sending: RunningProcess
  /** Readers whose deliveries are claimed but not being sent, or not even claimed. */
  readonly waiting: readonly string[]
  /** Lets the mail server answer again. */
  readonly goOn: () => void
}

/** Starts a trial in which `lunchpail edition send` stops in the middle of sixty readers: the mail server withholds its
 *  answers from the tenth message on. */
export async function sendHalfway(trial: Trial): Promise<Halfway> {
  const released = Promise.withResolvers<void>()
  await trial.begin({
    script: async ({ step }) => {
      if (step === 'dot' && trial.peer.dots.length >= 10) await released.promise
      return undefined
    },
  })
  await trial.addSubscribers(SIXTY)
  await trial.storeEdition()
  const sending = trial.start('lunchpail', ['edition', 'send', '--date', MONDAY])
  await until(
    async () => trial.peer.dots.length >= 14 && ((await trial.counts())['submitted'] ?? 0) >= 9,
    () => `fourteen messages came\n${sending.written()}`,
  )
  const waiting = (await trial.rows()).flatMap(({ email, state }) =>
    email !== null && (state === 'pending' || state === 'claimed') ? [email] : [],
  )
  if (waiting.length < 30) throw new Error(`Only ${waiting.length} of sixty are waiting`)
  return { sending, waiting, goOn: () => released.resolve() }
}
