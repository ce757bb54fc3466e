import type { OpenContender } from '../contender.ts'
import { listReaders, openNodemailerLetters } from './nodemailer-letters.ts'

/** A loop that reads the subscribers page by page and calls sendMail for each, with enough calls waiting that no connection is
 *  idle. It keeps no record of what went out: when restarted, it begins with the first reader. */
export const open: OpenContender = async (job, { database: { db }, letter }) => {
  const letters = await openNodemailerLetters(job, letter)
  return {
    async send() {
      const readers = listReaders(db)
      let submitted = 0
      async function work(): Promise<void> {
        for await (const reader of readers) {
          await letters.sendTo(reader)
          submitted += 1
        }
      }
      await Promise.all(Array.from({ length: 2 * job.connections }, work))
      return submitted
    },
    async close() {
      letters.close()
      return Promise.resolve()
    },
  }
}
