import { By, error, Key, type WebDriver, type WebElement } from 'selenium-webdriver'

import { TIMEOUT_MS } from './engines.ts'

const ROLES = {
  button: 'self::button',
  link: 'self::a[@href]',
  heading: 'self::h1 or self::h2 or self::h3 or self::h4',
  option: '@role="option"',
  table: 'self::table',
} as const

/** An element, found by its role and words. */
export const named = (role: keyof typeof ROLES, name: string): By =>
  By.xpath(`//*[${ROLES[role]}][normalize-space(.)="${name}" or normalize-space(@aria-label)="${name}"]`)

/** A field by its label. */
export const field = (label: string): By =>
  By.xpath(`//input[@id=//label[normalize-space(.)="${label}"]/@for or @aria-label="${label}"]`)

/** An open dialog by its heading. */
export const dialog = (heading: string): By =>
  By.xpath(`//dialog[@open][.//*[self::h1 or self::h2][normalize-space(.)="${heading}"]]`)

/** One tab of an engine, as a reader sees it. Every wait has a time limit that is reached only if something is wrong. */
export class ReadersPage {
  readonly driver: WebDriver
  readonly #url: string

  constructor(driver: WebDriver, url: string) {
    this.driver = driver
    this.#url = url
  }

  /** Opens a page of the site as the server sends it. */
  open(path: string): Promise<void> {
    return this.driver.get(this.#url + path)
  }

  /** Opens a page of the site, and waits until clicks work. */
  async visit(path: string): Promise<void> {
    await this.open(path)
    await this.driver.wait(
      () =>
        this.ask<boolean>(
          'return document.documentElement.dataset.scripted === "yes" && !document.querySelector("[data-alive=now], [data-alive=soon]")',
        ),
      TIMEOUT_MS,
      `${path} comes alive`,
    )
  }

  /** Path and query of the current page. */
  async address(): Promise<string> {
    const { pathname, search } = new URL(await this.driver.getCurrentUrl())
    return pathname + search
  }

  ask<T>(script: string, ...given: unknown[]): Promise<T> {
    return this.driver.executeScript<T>(script, ...given)
  }

  /** Waits until such an element is visible. */
  async see(by: By): Promise<WebElement> {
    const seen = await this.driver.wait(() => this.#findSeen(by), TIMEOUT_MS, `${by.toString()} can be seen`)
    if (!seen) throw new Error(`${by.toString()} was not waited for`)
    return seen
  }

  /** Waits until no such element is visible. */
  async seeGone(by: By): Promise<void> {
    const isGone = async () => (await this.#findSeen(by)) === undefined
    await this.driver.wait(isGone, TIMEOUT_MS, `${by.toString()} is gone`)
  }

  /** Waits until the page contains the text. */
  async read(words: string | RegExp): Promise<void> {
    const saysSo = async () => {
      const text = await this.driver.findElement(By.css('body')).getText().catch(ignoreReplaced)
      const line = text?.replaceAll(/\s+/g, ' ') ?? ''
      return typeof words === 'string' ? line.includes(words) : words.test(line)
    }
    await this.driver.wait(saysSo, TIMEOUT_MS, `the page says ${words.toString()}`)
  }

  /** Clicks an element as soon as that is possible. */
  async press(by: By): Promise<void> {
    const isPressed = async () => {
      const element = await this.#findSeen(by)
      if (!element) return false
      // Scrolls to it as a reader would: something fixed to the edge of the screen may cover it.
      await this.ask('arguments[0].scrollIntoView({ block: "center" })', element)
      return element.click().then(() => true, ignoreReplaced)
    }
    await this.driver.wait(isPressed, TIMEOUT_MS, `${by.toString()} can be pressed`)
  }

  /** Types into the focused element. */
  async type(...keys: string[]): Promise<void> {
    await this.driver
      .actions()
      .sendKeys(...keys)
      .perform()
  }

  /** Presses Tab until the element with these words has the focus.
   *  @throws Error if fifty stops were not enough */
  async tabTo(words: string): Promise<void> {
    for (let stop = 0; stop < 50; stop++) {
      await this.type(Key.TAB)
      if ((await this.focused()) === words) return
    }
    throw new Error(`the tabulator does not come to ${words}`)
  }

  focused(): Promise<string> {
    return this.ask('return document.activeElement.textContent')
  }

  /** The first such element that is displayed. */
  async #findSeen(by: By): Promise<WebElement | undefined> {
    for (const element of (await this.driver.findElements(by).catch(ignoreReplaced)) ?? []) {
      if (await element.isDisplayed().catch(ignoreReplaced)) return element
    }
    return undefined
  }
}

/** React has replaced the element, the element is still moving, or the page is unloading: look for it again. */
function ignoreReplaced(failure: unknown): undefined {
  const isPassing = [
    error.StaleElementReferenceError,
    error.NoSuchElementError,
    // WebKit's answer to a query that the next page overtakes.
    error.NoSuchFrameError,
    error.ElementClickInterceptedError,
    error.ElementNotInteractableError,
  ].some((kind) => failure instanceof kind)
  if (!isPassing) throw failure
  return undefined
}
