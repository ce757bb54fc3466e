import type { ClientRateLimitInfo, Store } from 'express-rate-limit'

import { isWithin } from '../lib/clock.ts'

/** How often a client asked within its window, which begins at its first request. */
interface Counted {
  hits: number
  resetMs: number
}

/** Counts the requests of clients in this process. The library's own store can only be read through promises, and an answer
 *  from memory should not have to wait. */
export class ClientCounts implements Store {
  readonly localKeys = true
  readonly #windowMs: number
  #current = new Map<string, Counted>()
  /** Clients not seen since the last rotation; if they are not seen before the next one, their windows are over. */
  #previous = new Map<string, Counted>()

  constructor(windowMs: number) {
    this.#windowMs = windowMs
    setInterval(() => {
      this.#previous = this.#current
      this.#current = new Map()
    }, windowMs).unref()
  }

  /** Counts a request. */
  count(client: string): Readonly<Counted> {
    const nowMs = Date.now()
    const counted = this.#find(client) ?? this.#add(client, nowMs)
    if (!isWithin(nowMs, counted.resetMs - this.#windowMs, this.#windowMs)) {
      counted.hits = 0
      counted.resetMs = nowMs + this.#windowMs
    }
    counted.hits += 1
    return counted
  }

  /** How often a client was counted within its window. */
  hitsOf(client: string): number {
    const counted = this.#find(client)
    const isOver = !counted || !isWithin(Date.now(), counted.resetMs - this.#windowMs, this.#windowMs)
    return isOver ? 0 : counted.hits
  }

  increment(client: string): ClientRateLimitInfo {
    const { hits, resetMs } = this.count(client)
    return { totalHits: hits, resetTime: new Date(resetMs) }
  }

  decrement(client: string): void {
    const counted = this.#find(client)
    if (counted !== undefined && counted.hits > 0) counted.hits -= 1
  }

  resetKey(client: string): void {
    this.#current.delete(client)
    this.#previous.delete(client)
  }

  #find(client: string): Counted | undefined {
    const current = this.#current.get(client)
    if (current !== undefined) return current
    const previous = this.#previous.get(client)
    if (previous === undefined) return undefined
    this.#previous.delete(client)
    this.#current.set(client, previous)
    return previous
  }

  #add(client: string, nowMs: number): Counted {
    const counted = { hits: 0, resetMs: nowMs + this.#windowMs }
    this.#current.set(client, counted)
    return counted
  }
}
