// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'

import { getButton, press, renderScreen } from '../../testing/render.tsx'
import { SignUpCard } from './sign-up-card.tsx'

vi.mock('../../lib/send-json.ts', () => ({
  sendJson: () => {
    throw new TypeError('AbortSignal.timeout is not a function')
  },
}))

it('restores the button whatever the request throws', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  const { container } = await renderScreen(SignUpCard)
  container.querySelector('input')!.value = 'someone@home.org'
  await press(getButton(container, 'Sign Up'))
  await press(getButton(container, 'Accept'))
  expect(getButton(container, 'Sign Up').disabled).toBe(false)
  expect(container.querySelector('[role=alert]')?.textContent).toBe('Something went wrong. Please try again.')
  expect(reported).toEqual([expect.any(TypeError)])
  vi.unstubAllGlobals()
})
