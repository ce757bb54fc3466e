import { createSigner } from '../tokens.ts'
import {
  ingestEvent,
  ingestMail,
  type IngestDeps,
  type IngestResult,
  type ReturnedEvent,
} from './ingest-mail.ts'
import { readMessage } from './read-message.ts'

export { addToken, listTokens } from '../tokens.ts'
export { judgeGivenUp } from './delivery-status.ts'
export { splitMessages } from './split-messages.ts'
export type { IngestResult, ReturnedEvent } from './ingest-mail.ts'

/** What came back, by mail or as a mail provider's event. */
export interface Bounces {
  /** Reads one message and acts on it. Reading it again changes nothing.
   *  @param recipients  whom the mail server says it is for, in addition to the message's own headers
   *  @throws only the database's error: the message must be read again */
  ingest(message: Buffer, recipients?: readonly string[]): Promise<IngestResult>
  /** Acts on a mail provider's report about one letter, once its signature has been checked. A repeated report changes nothing.
   *  @throws only the database's error: the event must be sent again */
  ingestEvent(event: ReturnedEvent): Promise<IngestResult>
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
    ingestEvent: (event) => ingestEvent(ingestDeps, event),
  }
}
