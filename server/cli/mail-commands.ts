import { randomUUID } from 'node:crypto'

import type { Command } from 'commander'

import type { Deps } from '../deps.ts'
import { AppError } from '../lib/errors.ts'
import { checkMail, createDnsLookup, type Check } from '../sending/mail-check/index.ts'
import { parseAddress } from './arguments.ts'
import type { CommandContext } from './program.ts'

/** The default sender if MAIL_FROM is not set. */
const NO_SENDER = '@localhost.localdomain'
/** The capacity of one string of a TXT record (RFC 1035 3.3.14). */
const TXT_STRING = /.{1,255}/g

export function addMailCommands(
  program: Command,
  { config, deps, output, setExitCode }: CommandContext,
): void {
  const mail = program.command('mail').description('How this site sends mail.')

  mail
    .command('check')
    .description(
      'Print the SPF, DKIM and DMARC records as they should be, compare them with DNS, and check that the mail server answers. ' +
        'Exit code: 0 everything is correct, 1 something must be fixed or did not answer.',
    )
    .option('--dns <server>', 'ask this DNS server, ADDRESS or ADDRESS:PORT')
    .option('--send <address>', 'also send one test message there', parseAddress)
    .option('--json', 'one line of JSON')
    .action(async ({ dns, send, json }: { dns?: string; send?: string; json?: true }) => {
      if (config.mailFrom.includes(NO_SENDER)) {
        throw new AppError(
          'not-found',
          'MAIL_FROM is not set: there is no sender whose records could be looked at.',
        )
      }
      const checks = await checkMail(createDnsLookup({ server: dns }), config)
      if (send !== undefined) checks.push(await sendTest(await deps(), send))
      output.write(json ? `${JSON.stringify({ checks })}\n` : checks.map(describeCheck).join(''))
      if (checks.some(({ state }) => state !== 'ok' && state !== 'unchecked')) setExitCode(1)
    })
}

async function sendTest({ mailer, config, clock }: Deps, to: string): Promise<Check> {
  const submission = await mailer.submit({
    messageId: `test.${randomUUID()}@${/@([^\s@<>]+)>?\s*$/.exec(config.mailFrom)?.[1] ?? 'localhost'}`,
    to,
    subject: `${config.siteName}: a test message`,
    text: `A test message, sent by "lunchpail mail check" at ${clock.now().toISOString()}.\n\nIts headers tell whether SPF, DKIM and DMARC pass: look for Authentication-Results.\n`,
    html: `<p>A test message, sent by "lunchpail mail check" at ${clock.now().toISOString()}.</p><p>Its headers tell whether SPF, DKIM and DMARC pass: look for Authentication-Results.</p>`,
  })
  const words = 'reply' in submission ? submission.reply : submission.reason
  return {
    what: 'Test message',
    state: submission.status === 'submitted' ? 'ok' : 'differs',
    words: `${submission.status}: ${words}`,
  }
}

function describeCheck({ what, state, record, words }: Check): string {
  const lines = [
    `${what}: ${state}`,
    ...(words === undefined ? [] : [`  ${words}`]),
    ...(record === undefined
      ? []
      : [`  ${state === 'ok' ? 'usual' : 'should be'}: ${record.name}. IN TXT ${asStrings(record.value)}`]),
  ]
  return `${lines.join('\n')}\n`
}

const asStrings = (value: string) => (value.match(TXT_STRING) ?? []).map((part) => `"${part}"`).join(' ')
