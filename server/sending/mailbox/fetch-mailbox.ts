import type { ImapFlow } from 'imapflow'

import type { MailboxSettings } from '../../config/mailbox.ts'
import type { Bounces, IngestResult } from '../bounces/index.ts'

/** How much of each message is read, the same as of a piped one. */
const MAX_BYTES = 256 * 1024
/** How many are read at a time; the rest follows next time. */
const MOST_MESSAGES = 500
const CONNECT_MS = 30_000
const IDLE_MS = 120_000
/** After this no further message is read, and after twice as long the connection is closed. A server that says something now and
 *  then, but never what it was asked for, is never idle. */
const LONGEST_MS = 5 * 60_000
const MB = 1024 ** 2
/** Keeps the client from taking gigabytes into memory. A server may ignore how much of a message was requested and send all of
 *  it; the list of new messages is one line. */
const BOUNDS = {
  maxLiteralSize: 64 * MB,
  maxResponseSize: 65 * MB,
  maxLineLength: 8 * MB,
  maxResponseTokens: 100_000,
}

/** The mailbox cannot be read. Contains neither user nor password. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError'
}

/** What was done in the mailbox. */
export interface FetchedMailbox {
  readonly read: number
  /** Left in the mailbox, flagged, for a person: broken messages, and those that meant nothing to us. */
  readonly left: number
}

/** Reads what is new in a mailbox, oldest first, and acts on each message as `bounces ingest` does; what has been acted on is
 *  marked as seen, moved or deleted, one by one, so that a broken connection loses nothing.
 *  @param onResult  called with what each message was
 *  @throws MailboxError if the mailbox cannot be read; the database's error: the message is read again next time */
export async function fetchMailbox(
  {
    settings,
    bounces,
    onResult,
    longestMs = LONGEST_MS,
  }: {
    settings: MailboxSettings
    bounces: Pick<Bounces, 'ingest'>
    onResult: (result: IngestResult) => void
    longestMs?: number
  },
  signal: AbortSignal,
): Promise<FetchedMailbox> {
  const { host, port, user, password, folder, isSecure, needsTls } = settings
  // Loaded only if there is a mailbox to read: it is a large part of all code.
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    host,
    port,
    secure: isSecure,
    ...(needsTls ? { doSTARTTLS: true } : {}),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    ...BOUNDS,
  })
  // A broken connection is also reported to the request waiting for an answer, below.
  client.on('error', () => undefined)
  const ask = async <Answer>(question: Promise<Answer>): Promise<Answer> => {
    try {
      return await question
    } catch (error) {
      throw new MailboxError(describe(error, host))
    }
  }
  const hangUp = setTimeout(() => client.close(), 2 * longestMs)
  const isOver = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
  try {
    await ask(client.connect())
    await ask(client.mailboxOpen(folder))
    const found = await ask(client.search({ seen: false, flagged: false }, { uid: true }))
    let read = 0
    let left = 0
    for (const uid of (found || []).slice(0, MOST_MESSAGES)) {
      if (isOver.aborted) break
      const message = await ask(
        client.fetchOne(String(uid), { source: { maxLength: MAX_BYTES } }, { uid: true }),
      )
      // Something else has removed it.
      if (message === false || message.source === undefined) continue
      const result = await bounces.ingest(message.source)
      onResult(result)
      const isLeft = isForAPerson(result)
      const isMarked = isLeft
        ? await ask(client.messageFlagsAdd(String(uid), ['\\Flagged'], { uid: true }))
        : await ask(finish(client, String(uid), settings.after))
      if (!isMarked) throw new MailboxError(`The mailbox at ${host} does not let its messages be changed`)
      if (isLeft) left += 1
      else read += 1
    }
    return { read, left }
  } finally {
    clearTimeout(hangUp)
    await close(client)
  }
}

/** Whether a message meant nothing to us, or a person wrote it. */
const isForAPerson = ({ kind, outcome }: IngestResult) =>
  outcome === 'nothing' && ['unreadable', 'mail', 'report'].includes(kind)

/** @returns whether the server did it */
async function finish(client: ImapFlow, uid: string, after: MailboxSettings['after']): Promise<boolean> {
  if (after === 'delete') return client.messageDelete(uid, { uid: true })
  if (after === 'seen') return client.messageFlagsAdd(uid, ['\\Seen'], { uid: true })
  // Creating an existing folder answers that it exists.
  await client.mailboxCreate(after.folder)
  return (await client.messageMove(uid, after.folder, { uid: true })) !== false
}

async function close(client: ImapFlow): Promise<void> {
  try {
    await client.logout()
  } catch {
    // The connection is already gone, and everything is done or reported.
    client.close()
  }
}

/** Shows only the code of the server's answer, since its words may repeat what was sent. */
function describe(error: unknown, host: string): string {
  const { authenticationFailed, code, responseStatus } = (error ?? {}) as {
    authenticationFailed?: boolean
    code?: string
    responseStatus?: string
  }
  if (authenticationFailed === true) return `The mailbox at ${host} refuses the user or the password`
  if (responseStatus === 'NO')
    return `The server of the mailbox at ${host} refuses that (NO): is the folder of BOUNCE_IMAP_URL there?`
  return `The mailbox at ${host} cannot be read (${responseStatus ?? code ?? 'no answer'})`
}

/** How many consecutive outages need no person. */
const PATIENCE = 2

/** The job of the timetable: reads the mailbox, one process at a time, and raises an alarm when it has failed three times in a row
 *  in this process.
 *  @throws the mailbox's or the database's error */
export function createMailboxJob({
  fetch,
  whileNobodyElseDoes,
  alarm,
}: {
  fetch: (signal: AbortSignal) => Promise<FetchedMailbox>
  whileNobodyElseDoes: (job: () => Promise<void>) => Promise<unknown>
  alarm: (reason: string) => Promise<unknown>
}): (signal: AbortSignal) => Promise<void> {
  let failures = 0
  return async (signal) => {
    try {
      await whileNobodyElseDoes(async () => {
        await fetch(signal)
      })
      failures = 0
    } catch (error) {
      failures += 1
      if (error instanceof MailboxError && failures > PATIENCE) await alarm(error.message)
      throw error
    }
  }
}
