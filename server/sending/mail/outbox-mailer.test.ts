import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'

import { setUpFolder } from '../../testing/set-up-folder.ts'
import { createOutboxMailer } from './outbox-mailer.ts'

const folder = setUpFolder()

const mail = {
  messageId: '12.34@lunchpail.example',
  to: 'jane@reader.example',
  subject: 'What insiders bought',
  html: '<p>Hello</p>',
  text: 'Hello\n',
  headers: { 'List-Id': '<weekly.lunchpail.example>' },
}

describe('createOutboxMailer', () => {
  it('writes a message once, however often it is submitted', async () => {
    const outbox = path.join(folder, 'outbox')
    const mailer = createOutboxMailer({ folder: outbox, from: 'Lunchpail <monday@lunchpail.example>' })
    expect(await mailer.submit(mail)).toEqual({
      status: 'submitted',
      reply: 'Written to the outbox as 12.34.eml',
    })
    await mailer.submit(mail)

    expect(await readdir(outbox)).toEqual(['12.34@lunchpail.example.eml'])
    const written = await readFile(path.join(outbox, '12.34@lunchpail.example.eml'), 'utf8')
    expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const parsed = await PostalMime.parse(written)
    expect(parsed).toMatchObject({ messageId: '<12.34@lunchpail.example>', subject: 'What insiders bought' })
    expect(parsed.text?.trim()).toBe('Hello')
    expect(parsed.html).toContain('<p>Hello</p>')
  })

  it('cannot be made to leave its folder by a message id', async () => {
    const mailer = createOutboxMailer({ folder, from: 'monday@lunchpail.example' })
    await mailer.submit({ ...mail, messageId: '../../up@lunchpail.example' })
    expect(await readdir(folder)).toEqual(['.._.._up@lunchpail.example.eml'])
  })

  it('blames the folder, not the message, if it cannot write', async () => {
    await writeFile(path.join(folder, 'file'), '')
    const mailer = createOutboxMailer({ folder: path.join(folder, 'file'), from: 'monday@lunchpail.example' })
    expect(await mailer.submit(mail)).toMatchObject({ status: 'unreachable' })
  })
})
