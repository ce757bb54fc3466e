import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { pino } from 'pino'
import { describe, expect, it } from 'vitest'

import { setUpFolder } from '../../testing/set-up-folder.ts'
import { loadDkimKeys } from './dkim-sign.ts'

const folder = setUpFolder()

const log: string[] = []
const logger = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) })
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const rsaOf = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits })

async function load(files: Readonly<Record<string, string>>) {
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content)
  const keys = Object.keys(files).map((name) => ({ selector: `s-${name}`, file: path.join(folder, name) }))
  return loadDkimKeys(keys, logger)
}

describe('loadDkimKeys', () => {
  it('reads RSA and Ed25519 keys, and warns about a weak one', async () => {
    log.length = 0
    const keys = await load({
      rsa: pemOf(rsaOf(2048).privateKey),
      weak: pemOf(rsaOf(1024).privateKey),
      ed: pemOf(generateKeyPairSync('ed25519').privateKey),
    })
    expect(keys.map(({ selector, key }) => [selector, key.type, key.asymmetricKeyType])).toEqual([
      ['s-rsa', 'private', 'rsa'],
      ['s-weak', 'private', 'rsa'],
      ['s-ed', 'private', 'ed25519'],
    ])
    expect(log).toHaveLength(1)
    expect(log[0]).toContain('"selector":"s-weak"')
  })

  it('names every unusable file, without its content', async () => {
    const secret = 'this-is-not-a-key-but-secret'
    const tooShort = pemOf(rsaOf(512).privateKey)
    const loading = load({
      text: secret,
      short: tooShort,
      curve: pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
      public: rsaOf(2048).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    })
    const message = await loading.then(String, (error: unknown) => String(error))
    expect(message).toBe(
      [
        'ConfigError: These settings need a look:',
        `  - DKIM_KEYS: ${folder}/text (s-text) holds no private key in PEM that opens without a passphrase`,
        `  - DKIM_KEYS: ${folder}/short (s-short) is an RSA key of 512 bits: take one of 2048`,
        `  - DKIM_KEYS: ${folder}/curve (s-curve) is a key of the kind ec: DKIM takes RSA and Ed25519`,
        `  - DKIM_KEYS: ${folder}/public (s-public) holds no private key in PEM that opens without a passphrase`,
      ].join('\n'),
    )
    expect(() => loadDkimKeys([{ selector: 's1', file: path.join(folder, 'nowhere') }], logger)).toThrow(
      `DKIM_KEYS: ${folder}/nowhere (s1) cannot be read: ENOENT`,
    )
  })
})
