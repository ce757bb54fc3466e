import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** DER: a tag, the length, the content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content)
  const size = bytes.length
  const length = size < 0x80 ? [size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), bytes])
}

const SEQUENCE = 0x30
/** sha256WithRSAEncryption, without parameters. */
const ALGORITHM = der(SEQUENCE, Buffer.from('06092a864886f70d01010b0500', 'hex'))
const time = (at: Date) =>
  der(
    0x17,
    Buffer.from(
      at
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  )
const NAME = der(
  SEQUENCE,
  der(0x31, der(SEQUENCE, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('sns.amazonaws.com')))),
)

/** A key of the test, and a certificate that it signed itself (X.509), which node:crypto cannot make.
 *  @returns the certificate in PEM, and the key */
export function makeCertificate({ from, to }: { from: Date; to: Date }): { pem: string; key: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const toBeSigned = der(
    SEQUENCE,
    der(0x02, Buffer.from([1])),
    ALGORITHM,
    NAME,
    der(SEQUENCE, time(from), time(to)),
    NAME,
    publicKey.export({ format: 'der', type: 'spki' }),
  )
  const signature = createSign('RSA-SHA256').update(toBeSigned).sign(privateKey)
  const certificate = der(SEQUENCE, toBeSigned, ALGORITHM, der(0x03, Buffer.from([0]), signature))
  const base64 = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return { pem: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`, key: privateKey }
}
