/** How much of each message is kept: a report says everything at its beginning, before the letter that it returns. */
const MAX_KEPT_BYTES = 256 * 1024
/** A longer line comes in pieces. */
const MAX_LINE_BYTES = 64 * 1024

// 'From MAILER-DAEMON Mon Nov 23 14:00:00 2026', as mailbox files and mail servers write it before each message.
const MBOX_SEPARATOR = /^From \S* .*\d{1,2}:\d{2}.* \d{4}\r?\n?$/
const MAX_SEPARATOR_BYTES = 500
const NEWLINE = 0x0a

/** Splits a mailbox file (mbox), or takes a single message. Holds the beginning of only one message at a time.
 *  @returns at most the first 256 KiB of each message; empty input is one empty message */
export async function* splitMessages(input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let isMailbox: boolean | undefined
  let afterBlankLine = true
  let current = createKeeper()
  let hasBegun = false
  for await (const line of piecesOf(input)) {
    const isSeparator = line.isStart && afterBlankLine && isMailbox !== false && isMboxSeparator(line.bytes)
    isMailbox ??= isSeparator
    afterBlankLine = line.isStart && /^\r?\n$/.test(line.bytes.subarray(0, 3).toString('latin1'))
    if (!isSeparator) {
      current.add(line.bytes)
      continue
    }
    if (hasBegun) yield current.message()
    current = createKeeper()
    hasBegun = true
  }
  yield current.message()
}

function isMboxSeparator(line: Buffer): boolean {
  return line.length <= MAX_SEPARATOR_BYTES && MBOX_SEPARATOR.test(line.toString('latin1'))
}

function createKeeper(): { add(bytes: Buffer): void; message(): Buffer } {
  const kept: Buffer[] = []
  let keptBytes = 0
  return {
    add(bytes) {
      const part = bytes.subarray(0, MAX_KEPT_BYTES - keptBytes)
      if (part.length === 0) return
      kept.push(part)
      keptBytes += part.length
    },
    message: () => Buffer.concat(kept),
  }
}

/** Lines with their ends; a very long one comes in pieces. */
async function* piecesOf(
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ bytes: Buffer; isStart: boolean }> {
  let rest = Buffer.alloc(0)
  let isStart = true
  for await (const chunk of input) {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      yield { bytes: rest.subarray(0, end + 1), isStart }
      isStart = true
      rest = rest.subarray(end + 1)
    }
    if (rest.length <= MAX_LINE_BYTES) continue
    yield { bytes: rest, isStart }
    isStart = false
    rest = Buffer.alloc(0)
  }
  if (rest.length > 0) yield { bytes: rest, isStart }
}
