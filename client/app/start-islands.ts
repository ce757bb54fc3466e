import type { ComponentType } from 'react'

import type { AliveWhen } from '../lib/island.tsx'
import { loadChunk, reportFailedStart } from '../lib/load-chunk.ts'
import { islandKey, ISLANDS, parseHydration } from './islands.ts'

/** Islands that are loading or hydrated; one that could not be loaded is retried at the next touch. */
const started = new WeakMap<Element, Promise<void>>()

/** Hydrates the page's islands: some at once, the others when they are touched. A form of an island submitted before that
 *  waits for it, and is sent the plain way if it does not load. */
export function startIslands(): void {
  const { site, islands } = parseHydration(document.getElementById('hydration')?.textContent ?? '')
  const places = [...document.querySelectorAll<HTMLElement>('[data-island]')]

  const bringToLife = (place: HTMLElement): Promise<void> => {
    const running = started.get(place)
    if (running) return running
    const start = async () => {
      const index = places.indexOf(place)
      const part = ISLANDS[place.dataset['island'] ?? '']
      const props = islands[index]
      if (!part || !props)
        throw new Error(`the page has an island that is not known: ${place.dataset['island']}`)
      const [{ hydrateIsland }, Component] = await Promise.all([
        loadChunk(() => import('./hydrate.tsx')),
        loadChunk(part.load),
      ])
      await hydrateIsland(place, {
        Component: Component as ComponentType,
        props,
        site,
        key: islandKey(index),
      })
      place.dataset['alive'] = 'yes'
    }
    const starting = start().catch((error: unknown) => {
      started.delete(place)
      reportFailedStart(error)
      throw error
    })
    started.set(place, starting)
    return starting
  }

  const onTouch = ({ target }: Event) => {
    const place = findWaiting(target)
    // A failure is reported where it happens.
    if (place) bringToLife(place).catch(() => undefined)
  }
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    const place = findWaiting(form)
    if (!place) return
    event.preventDefault()
    // Otherwise the island would take it for a submit of its own.
    event.stopPropagation()
    bringToLife(place).then(
      () => form.requestSubmit(),
      () => form.submit(),
    )
  }
  for (const name of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(name, onTouch, { capture: true, passive: true })
  }
  document.addEventListener('submit', onSubmit, { capture: true })

  const bringToLifeAll = (when: AliveWhen) => {
    for (const place of places) if (place.dataset['alive'] === when) bringToLife(place).catch(() => undefined)
  }
  bringToLifeAll('now')
  whenPaintedAndIdle(() => bringToLifeAll('soon'))
  // The focus may already be in an island.
  onTouch({ target: document.activeElement } as unknown as Event)
}

/** Islands start after this long even in a browser that is never idle. */
const LONGEST_WAIT_MS = 1_000

/** Scripts that load before the first paint would delay it. */
function whenPaintedAndIdle(start: () => void): void {
  const afterPaint = () => {
    // WebKit has no requestIdleCallback.
    const idle = 'requestIdleCallback' in window
    requestAnimationFrame(() =>
      setTimeout(() => (idle ? requestIdleCallback(start, { timeout: LONGEST_WAIT_MS }) : start())),
    )
  }
  if (document.readyState === 'complete') afterPaint()
  else window.addEventListener('load', afterPaint, { once: true })
}

function findWaiting(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  const place = target.closest<HTMLElement>('[data-island]')
  return place === null || place.dataset['alive'] === 'yes' ? undefined : place
}
