import { createSigner } from '../tokens.ts'
import { ingestMail, type IngestDeps, type IngestResult } from './ingest-mail.ts'
import { readMessage } from './read-message.ts'

export { addToken } from '../tokens.ts'
export { splitMessages } from './split-messages.ts'
export type { IngestResult } from './ingest-mail.ts'

/** What came back by mail. */
export interface Bounces {
  /** Reads one message and does what it asks for. The same one again changes nothing.
   *  @param recipients  whom the mail server says that it is for, beside the message's own headers
   *  @throws the database's error alone: the message is to be given again */
  ingest(message: Buffer, recipients?: readonly string[]): Promise<IngestResult>
}

export function createBounces(
  deps: Omit<IngestDeps, 'signer'> & {
    keys: { readonly secretKey: string; readonly oldSecretKeys?: readonly string[] }
  },
): Bounces {
  const ingestDeps = { ...deps, signer: createSigner(deps.keys.secretKey, deps.keys.oldSecretKeys) }
  return {
    ingest: async (message, recipients = []) =>
      ingestMail(ingestDeps, await readMessage(message, recipients)),
  }
}
