import { createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import assert from 'node:assert/strict'

import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'

import { type BenchContext, jobFor } from './bench-context.ts'
import { fillSubscribers, forgetSending } from './bench-database.ts'
import type { ContenderName } from './contender.ts'
import { SENDER, writeLetter } from './letter.ts'
import { startContender } from './run-contender.ts'
import { type RecordingSink, startRecordingSink } from './sinks.ts'
import { printHead, row } from './tally.ts'

const RECIPIENTS = 20
const KILOBYTES = 30

/** Makes sure that all contenders do the same job before their times are compared: everyone gets one letter with the same
 *  words, links and headers, signed so that an independent verifier agrees.
 *  @throws AssertionError that names the contender and what is missing */
export async function checkSameJob(context: BenchContext): Promise<void> {
  await fillSubscribers(context.database.db, RECIPIENTS)
  const sink = await startRecordingSink({ delayMs: 0 })
  console.log('\n### One letter of 30 kB as each contender sends it\n')
  printHead('contender', 'bytes on the line', 'bytes on the line, DKIM')
  try {
    for (const name of context.options.only) {
      const plain = await checkContender(context, sink, name, { signed: false })
      const signed = await checkContender(context, sink, name, { signed: true })
      console.log(row(name, plain, signed))
    }
  } finally {
    await sink.close()
  }
}

/** @returns the size of a message on the wire, in bytes */
async function checkContender(
  context: BenchContext,
  sink: RecordingSink,
  name: ContenderName,
  { signed }: { signed: boolean },
): Promise<number> {
  await forgetSending(context.database.db)
  sink.forget()
  const dkimKeyFile = signed ? context.dkimKeyFile : undefined
  const contender = await startContender(
    jobFor(context, { contender: name, smtpUrl: sink.url, letterKilobytes: KILOBYTES, dkimKeyFile }),
  )
  await contender.send()
  const { copies, accepted, bytes, sample = '' } = await sink.report()
  assert.equal(accepted, RECIPIENTS, `${name}: so many messages`)
  assert.equal(Object.keys(copies).length, RECIPIENTS, `${name}: so many readers`)
  // Restores the message as it was before transmission: without doubled dots and the final dot.
  const message = Buffer.from(sample.slice(0, -3).replaceAll('\r\n.', '\r\n'), 'latin1')
  await checkMessage(name, message)
  assert.equal(await isSigned(message, context), signed, `${name}: signed`)
  return Math.round(bytes / accepted)
}

async function checkMessage(name: ContenderName, message: Buffer): Promise<void> {
  const mail = await PostalMime.parse(message)
  const letter = writeLetter(KILOBYTES)
  assert.equal(mail.subject, letter.subject, `${name}: subject`)
  const link = /https:\/\/lunchpail\.example\/unsubscribe\?email=reader\d+%40mail\.example&(?:amp;)?token=/
  for (const part of ['html', 'text'] as const) {
    const count = (words: string | undefined) => words?.match(/12,400 shares/g)?.length
    assert.equal(count(mail[part]), count(letter[part]), `${name}: ${part}`)
    assert.match(mail[part] ?? '', link, name)
  }
  for (const header of [
    'list-unsubscribe',
    'list-unsubscribe-post',
    'list-id',
    'feedback-id',
    'message-id',
    'date',
  ]) {
    assert.ok(
      mail.headers.some(({ key }) => key === header),
      `${name}: ${header}`,
    )
  }
}

/** @returns whether there is a signature
 *  @throws AssertionError for an invalid one */
async function isSigned(message: Buffer, { dkimKeyFile }: BenchContext): Promise<boolean> {
  const key = createPublicKey(await readFile(dkimKeyFile)).export({ type: 'spki', format: 'der' })
  const { results } = await dkimVerify(message, {
    resolver: (name: string) => {
      assert.equal(name, `${SENDER.dkimSelector}._domainkey.${SENDER.domain}`)
      return Promise.resolve([[`v=DKIM1; k=rsa; p=${key.toString('base64')}`]])
    },
  })
  const signatures = results.filter(({ signingDomain }) => signingDomain === SENDER.domain)
  for (const { status } of signatures) assert.equal(status.result, 'pass')
  return signatures.length > 0
}
