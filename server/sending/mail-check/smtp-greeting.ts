import { createConnection, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

import type { Check } from './check-records.ts'

const PATIENCE_MS = 5_000

/** The target of SMTP_URL, without its password. */
export function readSmtpAddress(url: string): { host: string; port: number; isTls: boolean } {
  const { hostname, port, protocol } = new URL(url)
  const isTls = protocol === 'smtps:' || port === '465'
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isTls ? 465 : 587), isTls }
}

/** Whether the mail server of SMTP_URL greets us. A test message tries the sign-in. */
export async function checkSmtp(url: string | undefined): Promise<Check> {
  if (url === undefined) {
    return {
      what: 'Mail server',
      state: 'unchecked',
      words: 'SMTP_URL is not set: mail is written to the outbox.',
    }
  }
  const { host, port, isTls } = readSmtpAddress(url)
  const what = `Mail server ${host}:${port}`
  const greeting = await readGreeting(() =>
    isTls ? connectTls({ host, port, servername: host }) : createConnection({ host, port }),
  )
  if ('failure' in greeting)
    return { what, state: 'no answer', words: `It cannot be reached: ${greeting.failure}` }
  return greeting.line.startsWith('220')
    ? { what, state: 'ok', words: greeting.line }
    : { what, state: 'differs', words: `It says ${greeting.line}` }
}

function readGreeting(open: () => Socket): Promise<{ line: string } | { failure: string }> {
  return new Promise((resolve) => {
    const socket = open()
    let text = ''
    const end = (result: { line: string } | { failure: string }) => {
      clearTimeout(patience)
      socket.destroy()
      resolve(result)
    }
    const patience = setTimeout(
      () => end({ failure: `no greeting within ${PATIENCE_MS / 1000} s` }),
      PATIENCE_MS,
    )
    socket.on('error', (error) => end({ failure: error.message }))
    socket.on('close', () => end({ failure: 'it closed the connection without a greeting' }))
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      if (text.includes('\n') || text.length > 1000)
        end({ line: (text.split('\n')[0] ?? '').slice(0, 200).trim() })
    })
  })
}
