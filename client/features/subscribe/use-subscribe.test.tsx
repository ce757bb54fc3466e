import { expect, it, vi } from 'vitest'

import { getButton, press, renderScreen } from '../../testing/render.tsx'
import { SignUpCard } from './sign-up-card.tsx'

it('a failed sign-up request restores the button, whatever it throws', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  const answer = {
    get ok() {
      throw new TypeError('this answer has no state')
    },
  }
  vi.stubGlobal('fetch', () => Promise.resolve(answer))
  const { container } = await renderScreen(SignUpCard)
  container.querySelector('input')!.value = 'someone@home.org'
  await press(getButton(container, 'Sign Up'))
  await press(getButton(container, 'Accept'))
  expect(getButton(container, 'Sign Up').disabled).toBe(false)
  expect(container.querySelector('[role=alert]')?.textContent).toBe('Something went wrong. Please try again.')
  expect(reported).toEqual([expect.any(TypeError)])
  vi.unstubAllGlobals()
})

it('a sign-up request that fails while the device is offline says so', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { container } = await renderScreen(SignUpCard)
  const field = container.querySelector('input')!
  field.value = 'someone@home.org'
  await press(getButton(container, 'Sign Up'))
  await press(getButton(container, 'Accept'))
  expect(container.querySelector('[role=alert]')?.textContent).toBe(
    'Something went wrong. Please try again. You are offline: nothing was sent.',
  )
  expect(field.value).toBe('someone@home.org')
  online.mockRestore()
  vi.unstubAllGlobals()
})
