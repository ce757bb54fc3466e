import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { getButton, press, renderScreen } from '../../testing/render.tsx'
import { ConfirmSubscription } from './confirm-subscription.tsx'

const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
})

afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
})

describe('the confirmation page', () => {
  it('confirms nothing until the button is pressed, then says so', async () => {
    fetchMock.mockResolvedValue(new Response(null, { status: 200 }))
    const { container } = await renderScreen(ConfirmSubscription, { address: '/confirm?token=signed.1' })
    expect(fetchMock).not.toHaveBeenCalled()
    await press(getButton(container, 'Confirm my subscription'))
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/prod/subscribe/confirm')
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"token":"signed.1"}')
    expect(container.querySelector('[role=alert]')?.textContent).toContain('Your subscription is confirmed.')
  })

  it('says what to do after a failure: only if it may pass there is a button', async () => {
    const pressAt = async (address: string, status: number) => {
      fetchMock.mockResolvedValue(new Response(null, { status }))
      const { container } = await renderScreen(ConfirmSubscription, { address })
      await press(getButton(container, 'Confirm my subscription'))
      const message = container.querySelector('[role=alert]')?.textContent
      return [message, container.querySelector('button') !== null]
    }
    expect(await pressAt('/confirm?token=signed.1', 503)).toEqual([
      'Something went wrong. Please try again.',
      true,
    ])
    expect(await pressAt('/confirm?token=old', 400)).toEqual([
      'This link is not valid, or not any more.',
      false,
    ])
  })

  it('says that a link without a token is incomplete', async () => {
    const { container } = await renderScreen(ConfirmSubscription, { address: '/confirm' })
    expect(container.querySelector('[role=alert]')?.textContent).toBe('This link is not complete.')
    expect(container.querySelector('button')).toBeNull()
  })

  it.each([
    ['done', 'Your subscription is confirmed. The next newsletter comes on Monday.'],
    ['failed', 'Something went wrong. Please try again.'],
    ['link-needed', 'This link is not valid, or not any more.'],
  ] as const)('shows that its plain form was %s', async (outcome, message) => {
    const Answered = () => <ConfirmSubscription posted={{ outcome }} />
    const { container } = await renderScreen(Answered, { address: '/confirm?token=signed.1' })
    expect(container.querySelector('[role=alert]')?.textContent).toBe(message)
    expect(fetchMock).not.toHaveBeenCalled()
  })
})
