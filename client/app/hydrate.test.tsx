import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, onTestFinished } from 'vitest'

import { Part, SiteContext } from '../lib/island.tsx'
import { createSite } from '../testing/render.tsx'
import { hydrateIsland } from './hydrate.tsx'

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  )
}

/** Parts within a part, as on a ticker's page. */
function Parted() {
  return (
    <Part>
      <Part>
        <Counter name="one" />
      </Part>
      <Part>
        <Part>
          <Counter name="two" />
        </Part>
      </Part>
      <Counter name="three" />
    </Part>
  )
}

it('an island with parts counts as hydrated once all its parts are, and reacts to clicks after that', async () => {
  const site = createSite()
  const element = document.createElement('div')
  element.innerHTML = renderToString(
    <SiteContext value={site}>
      <Parted />
    </SiteContext>,
  )
  document.body.append(element)
  onTestFinished(() => element.remove())
  const buttons = [...element.querySelectorAll('button')]
  await hydrateIsland(element, { Component: Parted, props: {}, site, key: 'i0' })
  const isTaken = (button: Element) => Object.keys(button).some((key) => key.startsWith('__reactProps'))
  expect(buttons.map(isTaken)).toEqual([true, true, true])
  for (const button of buttons) button.click()
  await Promise.resolve()
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['one 1', 'two 1', 'three 1'])
})
