import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createSite, getButton, press, renderScreen } from '../../testing/render.tsx'
import { SignUpCard } from './sign-up-card.tsx'

const answers: ((response: Response) => void)[] = []
const fetchMock = vi.fn<typeof fetch>(
  () =>
    new Promise((resolve) => {
      answers.push(resolve)
    }),
)
const tokenMock = vi.fn<typeof fetch>(async () => Response.json({ token: 'a.token' }))
const route: typeof fetch = (resource, init) =>
  (resource === '/api/subscribe/token' ? tokenMock : fetchMock)(resource, init)

beforeEach(() => {
  vi.stubGlobal('fetch', route)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-06-30T17:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetchMock.mockClear()
  tokenMock.mockClear()
  answers.length = 0
})

async function renderCard(email?: string, site = createSite()) {
  const { container } = await renderScreen(SignUpCard, { site })
  const field = container.querySelector('input') as HTMLInputElement
  const submit = async (text: string) => {
    field.value = text
    await press(getButton(container, 'Sign Up'))
  }
  if (email !== undefined) await submit(email)
  const error = () => container.querySelector('[role=alert]')?.textContent
  const dialogHeading = () => container.querySelector('dialog[open] h2')?.textContent
  return { container, field, submit, error, dialogHeading }
}

const answer = (status: number) => act(async () => answers.shift()?.(new Response(null, { status })))

describe('the sign-up', () => {
  it('shows its card with a labeled field and a button', async () => {
    const { container, field } = await renderCard()
    expect(container.querySelector('h2')?.textContent).toBe('Join Our Community')
    expect(container.querySelector('label')?.textContent).toBe('Enter your email')
    expect(container.querySelector('label')?.htmlFor).toBe(field.id)
    expect(getButton(container, 'Sign Up').disabled).toBe(false)
  })

  it('is a plain form before scripts have loaded, and keeps the address out of the URL', async () => {
    const { container, field } = await renderCard()
    const form = container.querySelector('form')
    expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['post', '/sign-up'])
    expect(field.name).toBe('email')
  })

  it('shows the answer to a plain form', async () => {
    const Answered = () => (
      <SignUpCard posted={{ email: 'someone@home', error: 'Please enter a valid email address.' }} />
    )
    const { container } = await renderScreen(Answered)
    expect(container.querySelector('input')?.value).toBe('someone@home')
    expect(container.querySelector('[role=alert]')?.textContent).toBe('Please enter a valid email address.')
  })

  it.each(['', 'someone', 'someone@home', 'some one@home.org', '@home.org'])(
    'says inline that "%s" is not an address, and opens nothing',
    async (text) => {
      const { field, error, dialogHeading } = await renderCard(text)
      expect(error()).toBe('Please enter a valid email address.')
      expect(field.getAttribute('aria-invalid')).toBe('true')
      expect(field.getAttribute('aria-describedby')).toContain(`${field.id}-error`)
      expect(document.activeElement).toBe(field)
      expect(dialogHeading()).toBeUndefined()
      expect(fetchMock).not.toHaveBeenCalled()
    },
  )

  it('checks on submit only', async () => {
    const { field, error } = await renderCard()
    await act(async () => {
      field.value = 'nonsense'
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('blur'))
    })
    expect(error()).toBe('')
  })

  it('opens the disclaimer for a valid address without sending anything yet', async () => {
    const { container, dialogHeading, error } = await renderCard('Someone@Home.org')
    expect(dialogHeading()).toBe('Disclaimer')
    expect(container.querySelectorAll('dialog li')).toHaveLength(5)
    expect(container.querySelector('dialog p')?.textContent).toMatch(
      /^In short: what we send to someone@home\.org is information, not advice;/,
    )
    expect(error()).toBe('')
    expect(fetchMock).not.toHaveBeenCalled()
  })

  it('Cancel closes the disclaimer, sends nothing and restores the focus', async () => {
    const { container, field, dialogHeading } = await renderCard('someone@home.org')
    await press(getButton(container, 'Cancel'))
    expect(dialogHeading()).toBeUndefined()
    expect(fetchMock).not.toHaveBeenCalled()
    expect(field.value).toBe('someone@home.org')
    expect(document.activeElement).toBe(getButton(container, 'Sign Up'))
  })

  it('Escape is Cancel', async () => {
    const { container, dialogHeading } = await renderCard('someone@home.org')
    await act(async () =>
      container.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })),
    )
    expect(dialogHeading()).toBeUndefined()
    expect(fetchMock).not.toHaveBeenCalled()
  })

  it('Accept sends the address once and shows that it is sending', async () => {
    const { container, dialogHeading } = await renderCard(' Someone@Home.org ')
    const accept = getButton(container, 'Accept')
    await act(async () => {
      accept.click()
      accept.click()
    })
    expect(dialogHeading()).toBeUndefined()
    expect(getButton(container, 'Signing Up...').disabled).toBe(true)
    expect(fetchMock).toHaveBeenCalledTimes(1)
    const [path, request] = fetchMock.mock.calls[0]!
    expect(path).toBe('/prod/subscribe')
    expect(request?.method).toBe('POST')
    expect(request?.body).toBe('{"email":"someone@home.org"}')
  })

  it('welcomes after a success, clears the field, and goes back to the form', async () => {
    const { container, field, error, dialogHeading } = await renderCard('someone@home.org')
    await press(getButton(container, 'Accept'))
    await answer(201)
    expect(dialogHeading()).toBe('Welcome')
    const text = container.querySelector('dialog')?.textContent
    expect(text).toContain('Monday, July 1, 2024 at 8:00 AM CST')
    expect(text).toContain('monday@lunchpail.test')
    // Some sign-ups must be confirmed nonetheless, and no answer says which.
    expect(text).toContain('If a mail from us asks you to confirm your address, follow its link')
    expect(field.value).toBe('')
    expect(error()).toBe('')
    await press(getButton(container, 'Close'))
    expect(dialogHeading()).toBeUndefined()
    expect(getButton(container, 'Sign Up').disabled).toBe(false)
    expect(document.activeElement).toBe(getButton(container, 'Sign Up'))
  })

  it('welcomes subscribers even in a browser that cannot work out the date', async () => {
    const reported: unknown[] = []
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
    const { container, dialogHeading } = await renderCard('someone@home.org')
    await press(getButton(container, 'Accept'))
    vi.setSystemTime(Number.NaN)
    await answer(200)
    expect(dialogHeading()).toBe('Welcome')
    expect(container.querySelector('dialog')?.textContent).toContain('Monday at 8:00 AM CST')
    expect(reported).toEqual([expect.any(RangeError)])
  })

  it('asks for confirmation when the site requires it, without promising a mail that a known address does not get', async () => {
    const { container } = await renderCard('someone@home.org', createSite({ confirmsSubscriptions: true }))
    await press(getButton(container, 'Accept'))
    await answer(200)
    expect(container.querySelector('dialog')?.textContent).toContain(
      'One step left, unless this address is confirmed already: open our mail and follow its link.',
    )
  })

  it.each([400, 429, 500])(
    'says under the field that it failed when the server answers %i',
    async (status) => {
      const { container, field, error } = await renderCard('someone@home.org')
      await press(getButton(container, 'Accept'))
      await answer(status)
      expect(error()).toBe('Something went wrong. Please try again.')
      expect(field.value).toBe('someone@home.org')
      expect(getButton(container, 'Sign Up').disabled).toBe(false)
    },
  )

  it('says the same when the server is unreachable, and lets the visitor try again', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { container, error, submit, dialogHeading } = await renderCard('someone@home.org')
    await press(getButton(container, 'Accept'))
    expect(error()).toBe('Something went wrong. Please try again.')
    await submit('someone@home.org')
    expect(dialogHeading()).toBe('Disclaimer')
    expect(error()).toBe('')
  })

  it('fetches a token once the form is touched, and sends it with the address', async () => {
    const { container, field, submit } = await renderCard()
    expect(tokenMock).not.toHaveBeenCalled()
    await act(async () => field.focus())
    await act(async () => field.dispatchEvent(new Event('input', { bubbles: true })))
    expect(tokenMock).toHaveBeenCalledTimes(1)
    await submit('someone@home.org')
    await press(getButton(container, 'Accept'))
    const [, request] = fetchMock.mock.calls[0]!
    expect(request?.headers).toEqual({ 'content-type': 'application/json', 'Form-Token': 'a.token' })
    expect(request?.body).toBe('{"email":"someone@home.org"}')
    expect(tokenMock).toHaveBeenCalledTimes(1)
  })

  it('fetches another token when the last one has expired', async () => {
    const { field } = await renderCard()
    const touch = () => act(async () => field.dispatchEvent(new Event('input', { bubbles: true })))
    await touch()
    vi.setSystemTime(new Date('2024-06-30T18:00:00Z'))
    await touch()
    await touch()
    expect(tokenMock).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['is still on its way', () => new Promise<Response>(() => undefined)],
    ['is refused', async () => new Response(null, { status: 429 })],
    ['cannot be fetched', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('signs up even if the token %s', async (_what, fail) => {
    tokenMock.mockImplementationOnce(fail)
    const { container, field, submit, dialogHeading } = await renderCard()
    await act(async () => field.focus())
    await submit('someone@home.org')
    await press(getButton(container, 'Accept'))
    expect(fetchMock.mock.calls[0]![1]?.headers).toEqual({ 'content-type': 'application/json' })
    await answer(200)
    expect(dialogHeading()).toBe('Welcome')
  })

  it('has a honeypot that people cannot reach, and sends what a bot types into it', async () => {
    const { container, submit } = await renderCard()
    const trap = container.querySelector<HTMLInputElement>('[aria-hidden=true] input')!
    expect([trap.tabIndex, trap.autocomplete, trap.name, trap.value]).toEqual([-1, 'off', 'website', ''])
    trap.value = 'https://spam.example'
    await submit('someone@home.org')
    await press(getButton(container, 'Accept'))
    expect(fetchMock.mock.calls[0]![1]?.body).toBe(
      '{"email":"someone@home.org","website":"https://spam.example"}',
    )
  })
})
