import type { Locator, Page } from 'playwright-core'

interface Colour {
  red: number
  green: number
  blue: number
}

interface DrawnText {
  text: string
  x: number
}

type Recording = typeof globalThis & { drawnTexts: Map<HTMLCanvasElement, DrawnText[]> }

/** Before a page loads: keeps what each canvas says, until it is wiped. */
export async function recordDrawnTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn = new Map<HTMLCanvasElement, { text: string; x: number }[]>()
    Object.assign(globalThis, { drawnTexts: drawn })
    const { fillText, clearRect, fillRect } = Object.getOwnPropertyDescriptors(
      CanvasRenderingContext2D.prototype,
    )
    Object.assign(CanvasRenderingContext2D.prototype, {
      fillText(this: CanvasRenderingContext2D, text: string, x: number, y: number, maxWidth?: number) {
        drawn.set(this.canvas, [...(drawn.get(this.canvas) ?? []), { text, x }])
        if (maxWidth === undefined) fillText.value?.call(this, text, x, y)
        else fillText.value?.call(this, text, x, y, maxWidth)
      },
      clearRect(this: CanvasRenderingContext2D, ...area: [number, number, number, number]) {
        drawn.delete(this.canvas)
        clearRect.value?.call(this, ...area)
      },
      fillRect(this: CanvasRenderingContext2D, ...area: [number, number, number, number]) {
        // The chart's way to wipe.
        if (this.globalCompositeOperation === 'copy') drawn.delete(this.canvas)
        fillRect.value?.call(this, ...area)
      },
    })
  })
}

/** @returns how many dates stand under the chart; everything else that it writes is money */
export function countTimeLabels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const texts = [...(globalThis as Recording).drawnTexts]
      .filter(([canvas]) => canvas.isConnected)
      .flatMap(([, drawn]) => drawn)
      .filter(({ text }) => !text.startsWith('$'))
    return new Set(texts.map(({ text, x }) => `${text} ${x}`)).size
  })
}

/** @returns for each colour how many pixels of the canvases have it */
export function findDrawnColours(chart: Locator, colours: readonly Colour[]): Promise<number[]> {
  return chart.evaluate((box, wanted) => {
    const counts = wanted.map(() => 0)
    for (const canvas of box.querySelectorAll('canvas')) {
      if (canvas.width === 0 || canvas.height === 0) continue
      // Read from a copy: the browser warns of a canvas that is read often.
      const copy = new OffscreenCanvas(canvas.width, canvas.height)
      const context = copy.getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('there is no canvas to copy to')
      context.drawImage(canvas, 0, 0)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      for (let at = 0; at < data.length; at += 4) {
        for (const [index, { red, green, blue }] of wanted.entries()) {
          const isSame = data[at] === red && data[at + 1] === green && data[at + 2] === blue
          if (isSame && data[at + 3] === 255) counts[index] = (counts[index] ?? 0) + 1
        }
      }
    }
    return counts
  }, colours)
}

/** Before a page loads: keeps in window.shifts which elements moved without the visitor's doing. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node?: Element | null }[]
        }
        const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`)
        if (!hadRecentInput) shifts.push(`${value} ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
