import { createSigner } from '../tokens.ts'
import { ingestMail, type IngestDeps, type IngestResult } from './ingest-mail.ts'
import { readMessage } from './read-message.ts'

export { addToken } from '../tokens.ts'
export { splitMessages } from './split-messages.ts'
export type { IngestResult } from './ingest-mail.ts'

/** What came back by mail. */
export interface Bounces {
  /** Reads one message and acts on it. The same one again changes nothing.
   *  @param recipients  whom the mail server says it is for, besides the message's own headers
   *  @throws only the database's error: the message must be read again */
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
