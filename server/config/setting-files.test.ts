import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { beforeEach, describe, expect, it } from 'vitest'

import { setUpFolder } from '../testing/set-up-folder.ts'
import { loadConfig, warnOfMisspeltSettings } from './config.ts'
import { problemsOf } from './testing/problems-of.ts'

const folder = setUpFolder()
beforeEach(() => {
  writeFileSync(path.join(folder, 'smtp'), 'smtps://ann:secret@mail.lunchpail.test:465\n')
  writeFileSync(path.join(folder, 'empty'), '\n')
})

describe('a setting given as a file', () => {
  it('is the text of that file, without surrounding space', () => {
    const { smtpUrl } = loadConfig({ SMTP_URL_FILE: path.join(folder, 'smtp') })
    expect(smtpUrl).toBe('smtps://ann:secret@mail.lunchpail.test:465')
  })

  it('is refused with a reason if its file is missing or empty, or the setting is also given directly', () => {
    const gone = path.join(folder, 'gone')
    expect(problemsOf({ SMTP_URL_FILE: gone })).toEqual([
      expect.stringMatching(/^SMTP_URL_FILE names a file that cannot be read: .*gone, it is not there$/),
    ])
    const empty = path.join(folder, 'empty')
    expect(problemsOf({ SMTP_URL_FILE: empty })).toEqual([
      `SMTP_URL_FILE names a file with nothing in it: ${empty}`,
    ])
    expect(
      problemsOf({ SMTP_URL: 'smtps://mail.lunchpail.test', SMTP_URL_FILE: path.join(folder, 'smtp') }),
    ).toEqual(['SMTP_URL and SMTP_URL_FILE are both set: leave one out'])
  })

  it('is validated like any other', () => {
    expect(
      problemsOf({ SECRET_KEY_FILE: path.join(folder, 'smtp'), NODE_ENV: 'production' }),
    ).not.toContainEqual(expect.stringMatching(/^SECRET_KEY is not set/))
    expect(problemsOf({ PORT_FILE: path.join(folder, 'smtp') })).toHaveLength(1)
  })

  it('does not count as misspelt, unless no such setting exists', () => {
    const warned: string[] = []
    const logger = { warn: (_: unknown, words: string) => void warned.push(words) }
    warnOfMisspeltSettings(logger, { SMTP_URL_FILE: '/run/secrets/smtp', SMTP_URK_FILE: '/run/secrets/smtp' })
    expect(warned).toHaveLength(1)
    expect(warned[0]).toContain('SMTP_URK_FILE is not a setting')
  })
})
