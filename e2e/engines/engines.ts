import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Builder, Capabilities, WebDriver } from 'selenium-webdriver'
import { vi } from 'vitest'

import { findFreePort } from '../support/site.ts'
import { Marionette } from './marionette.ts'

/** A running browser other than Chromium. */
export interface Engine {
  readonly driver: WebDriver
  /** Disables scripts for everything opened from now on, which may restart the browser.
   *  @returns the driver to use from then on */
  switchScriptsOff(): Promise<WebDriver>
  /** Cuts the connection, or restores it. */
  setOffline(isOffline: boolean): Promise<void>
  /** Ends every process that was started for it. */
  close(): Promise<void>
}

const FIREFOX = '/usr/bin/firefox-esr'
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const XVFB = '/usr/bin/Xvfb'

/** Ample on any machine, and shorter than the tests' own, so that a test says which step it was waiting for. */
export const TIMEOUT_MS = 120_000
const TIMEOUTS = { script: TIMEOUT_MS, pageLoad: TIMEOUT_MS, implicit: 0 }

/** The engines that this machine may have. If `lacking` says what is missing, the engine cannot be started. */
export const ENGINES = [
  { name: 'Firefox', lacking: describeLacking('Firefox', [FIREFOX], 'firefox-esr'), start: startFirefox },
  {
    name: 'WebKit',
    lacking: describeLacking('WebKit', [WEBKIT_DRIVER, MINI_BROWSER, XVFB], 'webkit2gtk-driver xvfb'),
    start: startWebKit,
  },
]

function describeLacking(engine: string, files: readonly string[], packages: string): string | undefined {
  const missing = files.find((file) => !existsSync(file))
  return missing && `${engine} is skipped: there is no ${missing}. On Debian: apt-get install ${packages}`
}

/** Firefox is driven through its own protocol, headless, with a profile of its own. */
async function startFirefox(): Promise<Engine> {
  const home = mkdtempSync(path.join(tmpdir(), 'lunchpail-firefox-'))
  writeFileSync(
    path.join(home, 'user.js'),
    // Firefox picks a free port, and writes it to a file.
    ['user_pref("marionette.port", 0);', 'user_pref("ui.prefersReducedMotion", 1);'].join('\n'),
  )
  const processes = new Processes(home)
  try {
    processes.start(
      FIREFOX,
      ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', home],
      { MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' },
    )
    const port = await readOnceWritten(path.join(home, 'MarionetteActivePort'))
    const marionette = await Marionette.connect(Number(port))
    const driver = WebDriver.createSession(marionette, new Capabilities())
    await driver.manage().setTimeouts(TIMEOUTS)
    return {
      driver,
      async switchScriptsOff() {
        await marionette.send('Marionette:SetContext', { value: 'chrome' })
        await driver.executeScript("Services.prefs.setBoolPref('javascript.enabled', false)")
        await marionette.send('Marionette:SetContext', { value: 'content' })
        return driver
      },
      async setOffline(isOffline) {
        await marionette.send('Marionette:SetContext', { value: 'chrome' })
        await driver.executeScript(`Services.io.offline = ${isOffline}`)
        await marionette.send('Marionette:SetContext', { value: 'content' })
      },
      async close() {
        marionette.close()
        await processes.end()
      },
    }
  } catch (error) {
    await processes.end()
    throw error
  }
}

/** WebKit has a driver, but needs a display. */
async function startWebKit(): Promise<Engine> {
  const home = mkdtempSync(path.join(tmpdir(), 'lunchpail-webkit-'))
  const processes = new Processes(home)
  try {
    const screen = path.join(home, 'screen')
    processes.start('/bin/sh', [
      '-c',
      `exec ${XVFB} -displayfd 3 -screen 0 1280x1000x24 -nolisten tcp 3> "${screen}"`,
    ])
    const display = await readOnceWritten(screen)
    const port = await findFreePort()
    processes.start(WEBKIT_DRIVER, [`--port=${port}`], {
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      // A bare machine has neither a bus nor a graphics card.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      NO_AT_BRIDGE: '1',
      GSETTINGS_BACKEND: 'memory',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    })
    const url = `http://127.0.0.1:${port}`
    await vi.waitFor(() => fetch(`${url}/status`))
    const open = async (args: readonly string[] = []) => {
      const driver = await new Builder()
        .usingServer(url)
        .withCapabilities(
          new Capabilities({
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation', ...args] },
          }),
        )
        .build()
      await driver.manage().setTimeouts(TIMEOUTS)
      return driver
    }
    const driver = await open()
    return {
      driver,
      async switchScriptsOff() {
        await driver.quit()
        // The driver's own scripts must run.
        return open(['--enable-javascript-markup=false'])
      },
      // Its driver cannot cut the connection, so the page is only told that it is offline.
      async setOffline(isOffline) {
        await driver.executeScript(
          `Object.defineProperty(navigator, 'onLine', { configurable: true, value: ${!isOffline} })
          window.dispatchEvent(new Event('${isOffline ? 'offline' : 'online'}'))`,
        )
      },
      close: () => processes.end(),
    }
  } catch (error) {
    await processes.end()
    throw error
  }
}

/** The processes of an engine. Each leads a process group, which is ended as a whole. */
class Processes {
  readonly #home: string
  readonly #children: ChildProcess[] = []
  /** Also runs if the tests end without closing the engine. */
  readonly #killAll = () => {
    for (const { pid, exitCode, signalCode } of this.#children) {
      if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
    }
  }

  /** @param home  a folder of its own, deleted when it ends */
  constructor(home: string) {
    this.#home = home
    process.once('exit', this.#killAll)
  }

  start(file: string, words: readonly string[], settings: Record<string, string> = {}): void {
    const child = spawn(file, words, {
      detached: true,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], HOME: this.#home, ...settings },
    })
    this.#children.push(child)
  }

  async end(): Promise<void> {
    process.off('exit', this.#killAll)
    const ended = this.#children
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      .map((child) => once(child, 'close'))
    this.#killAll()
    await Promise.all(ended)
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Reads a file that another process writes, once it contains a line. */
const readOnceWritten = (file: string) =>
  vi.waitFor(() => {
    const line = readFileSync(file, 'utf8').trim()
    if (line === '') throw new Error(`${file} is still empty`)
    return line
  })
