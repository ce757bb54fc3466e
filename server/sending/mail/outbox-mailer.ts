import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { makeFolder } from '../../lib/folders.ts'
import { classifyFailure } from './classify-failure.ts'
import { createComposer } from './compose-message.ts'
import type { DkimSigner } from './dkim-sign.ts'
import type { Mailer } from './mailer.ts'

/** Writes each message to DATA_DIR/outbox/<message id>.eml, for trials and tests. The name is the message's own, so that a
 *  repeated delivery replaces the file; readers never see half a file.
 *  @param folder  created if missing */
export function createOutboxMailer(options: {
  folder: string
  from: string
  sign?: DkimSigner | undefined
}): Mailer {
  const compose = createComposer(options)
  return {
    async submit(mail) {
      let message: Buffer
      try {
        message = Buffer.concat((await compose(mail)).parts)
      } catch (error) {
        return classifyFailure(error, { dataSent: false })
      }
      const name = `${mail.messageId.replace(/[^\w.@+-]/g, '_')}.eml`
      try {
        makeFolder(options.folder, 0o700)
        const unfinished = path.join(options.folder, `.${name}.${process.pid}.tmp`)
        await writeFile(unfinished, message, { mode: 0o600 })
        await rename(unfinished, path.join(options.folder, name))
      } catch (error) {
        // A full disk is the fault of the folder, not of this message.
        return {
          status: 'unreachable',
          reason: `The outbox cannot be written: ${describe(error)}`,
          cause: 'connection',
        }
      }
      return { status: 'submitted', reply: `Written to the outbox as ${maskedName(name)}` }
    },
    close: () => Promise.resolve(),
  }
}

function describe(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}

/** Removes the domain: the part before the @ identifies the message, and the domain adds nothing to a stored reply. */
function maskedName(name: string): string {
  return name.replace(/@[^@]*$/, '.eml')
}
