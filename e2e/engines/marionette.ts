import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { error, Session } from 'selenium-webdriver'
import type { Command, Executor } from 'selenium-webdriver/lib/command.js'

/** What geckodriver would translate: Debian has no geckodriver, and the one from npm is downloaded from elsewhere. Names not
 *  listed here differ only in their capital. */
const NAMES: Readonly<Record<string, string>> = {
  get: 'Navigate',
  goBack: 'Back',
  getCurrentUrl: 'GetCurrentURL',
  setTimeout: 'SetTimeouts',
  clickElement: 'ElementClick',
  clearElement: 'ElementClear',
  sendKeysToElement: 'ElementSendKeys',
  actions: 'PerformActions',
  clearActions: 'ReleaseActions',
}

/** Firefox's own protocol, as Selenium needs it: a length, a colon, and [0, id, name, parameters] or [1, id, error, result] as
 *  JSON. */
export class Marionette implements Executor {
  readonly #socket: Socket
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #received = Buffer.alloc(0)
  #lastId = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has closed its connection'))
    })
    socket.on('error', () => socket.destroy())
  }

  /** @throws Error if nothing listens at the port */
  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Marionette(socket)
  }

  /** Called by Selenium.
   *  @throws WebDriverError  of the kind that Firefox names */
  async execute<T>(command: Command): Promise<T> {
    const { sessionId: _sessionId, id, ...rest } = command.getParameters() as Record<string, unknown>
    const parameters = isElement(id) ? { ...rest, id: id[ELEMENT] } : rest
    const name = command.getName()
    if (name === 'newSession') {
      const { sessionId, capabilities } = (await this.send('WebDriver:NewSession', {})) as {
        sessionId: string
        capabilities: Record<string, unknown>
      }
      return new Session(sessionId, capabilities) as T
    }
    if (name === 'quit') return (await this.send('Marionette:Quit', { flags: ['eForceQuit'] })) as T
    const ownName = NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
    const result = await this.send(`WebDriver:${ownName}`, parameters)
    return (isWrapped(result) ? result.value : result) as T
  }

  /** One command in Firefox's own terms.
   *  @throws WebDriverError  of the kind that Firefox names */
  send(name: string, parameters: Record<string, unknown>): Promise<unknown> {
    const id = ++this.#lastId
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(id, answer)
    const message = JSON.stringify([0, id, name, parameters])
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`)
    return answer.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    for (;;) {
      const colon = this.#received.indexOf(':')
      const end = colon + 1 + Number(this.#received.subarray(0, colon))
      if (colon === -1 || this.#received.length < end) return
      const message = JSON.parse(this.#received.toString('utf8', colon + 1, end)) as unknown
      this.#received = this.#received.subarray(end)
      // The first message is only a greeting.
      if (Array.isArray(message)) this.#settle(message as [number, number, Failure | null, unknown])
    }
  }

  #settle([, id, failure, result]: [number, number, Failure | null, unknown]): void {
    const answer = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (!failure) return answer?.resolve(result)
    try {
      error.throwDecodedError(failure)
    } catch (thrown) {
      answer?.reject(thrown)
    }
  }
}

/** The key under which the standard names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const isElement = (given: unknown): given is Record<typeof ELEMENT, string> =>
  typeof given === 'object' && given !== null && ELEMENT in given

type Failure = Record<'error' | 'message' | 'stacktrace', string>

const isWrapped = (result: unknown): result is { value: unknown } =>
  typeof result === 'object' && result !== null && 'value' in result && Object.keys(result).length === 1
