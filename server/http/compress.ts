import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

import type { IncomingMessage } from 'node:http'

import express, { type RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'

import { createKeptOnce } from '../lib/once.ts'

const MAX_BYTES = 16 * 1024 * 1024
/** A shorter text fits into one packet anyway. */
export const SHORTEST = 1_024
/** Only whole price histories are longer: numbers, which lower levels compress as well in half of the time. */
const LONG = 512 * 1024
const COMPRESSIBLE = /^(?:text\/|application\/(?:\w+\+)?(?:json|xml|javascript)\b)/

export type Encoding = 'br' | 'gzip'

/** Compresses whole texts, each once for everyone while it stays the same. The encoding is part of an answer's ETag. */
export function compressAnswers(): RequestHandler {
  const kept = createKeptOnce({ maxSize: MAX_BYTES, sizeOf: heldBytes })

  return (request, response, next) => {
    const send = response.send.bind(response)
    response.send = (body?: unknown) => {
      if (!(typeof body === 'string' || Buffer.isBuffer(body)) || response.get('Content-Encoding'))
        return send(body)
      const type =
        response.get('Content-Type') ?? (typeof body === 'string' ? 'text/html' : 'application/octet-stream')
      if (!COMPRESSIBLE.test(type)) return send(body)
      response.vary('Accept-Encoding')
      const encoding = chooseEncoding(request)
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      if (bytes.length < SHORTEST || encoding === 'identity') return send(body)
      const name = `${digestOf(bytes)}-${encoding}`
      const sendCompressed = async () => {
        try {
          const compressed = await kept(name, () => compress(bytes, encoding))
          if (!/;\s*charset=/i.test(type)) response.set('Content-Type', `${type}; charset=utf-8`)
          response.set({ 'Content-Encoding': encoding, ETag: `"${name}"` })
          send(compressed)
        } catch (error) {
          next(error)
        }
      }
      void sendCompressed()
      return response
    }
    next()
  }
}

const chosen = new LRUCache<string, Encoding | 'identity'>({ maxSize: 1_000, sizeCalculation: () => 1 })

/** The encoding in which a client gets an answer, chosen as Express reads Accept-Encoding. */
export function chooseEncoding({ headers }: Pick<IncomingMessage, 'headers'>): Encoding | 'identity' {
  const accepted = headers['accept-encoding'] ?? ''
  const known = chosen.get(accepted)
  if (known !== undefined) return known
  const asked = Object.assign(Object.create(express.request) as express.Request, { headers })
  const best = asked.acceptsEncodings('br', 'gzip', 'identity')
  const encoding = best === 'br' || best === 'gzip' ? best : 'identity'
  chosen.set(accepted, encoding)
  return encoding
}

/** @returns a buffer of exactly the bytes needed */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const isLong = body.length > LONG
  // Otherwise each 16 kB of the result would be handed over by itself.
  const chunkSize = isLong ? body.length >> 1 : undefined
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: isLong ? 4 : 5 }
  return copyExactly(
    encoding === 'br'
      ? await promisify(zlib.brotliCompress)(body, { chunkSize, params })
      : await promisify(zlib.gzip)(body, { chunkSize, level: isLong ? 4 : 6 }),
  )
}

/** zlib returns the start of a 16 to 64 kB buffer, and Node cuts short texts from a shared one: keeping a slice keeps the
 *  whole buffer. */
export function copyExactly(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** The memory that a buffer keeps alive, which may be more than its length. */
export const heldBytes = (bytes: Buffer): number => bytes.buffer.byteLength

const digests = new WeakMap<Buffer, string>()

/** @returns 22 characters, computed once for the same buffer */
function digestOf(bytes: Buffer): string {
  const known = digests.get(bytes)
  if (known !== undefined) return known
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22)
  digests.set(bytes, digest)
  return digest
}
