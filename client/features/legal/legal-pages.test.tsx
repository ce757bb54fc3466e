import { createHash } from 'node:crypto'

import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import type { Site } from '../../lib/api-client.ts'
import { SiteContext } from '../../lib/island.tsx'
import { Component as Disclaimers } from '../../pages/disclaimers.tsx'
import { Component as PrivacyPolicy } from '../../pages/privacy-policy.tsx'
import { Component as TermsOfUse } from '../../pages/terms-of-service.tsx'

const SITE: Site = {
  name: 'Tin Box',
  url: 'https://tinbox.test',
  contactEmail: 'hello@tinbox.test',
  senderEmail: 'monday@tinbox.test',
  operatorName: 'Tin Box Works',
  postalAddress: '1 Pail Lane, Chicago',
  socialLinks: [],
  confirmsSubscriptions: false,
  year: 2026,
}

function draw(Component: ComponentType): HTMLElement {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <SiteContext value={SITE}>
      <Component />
    </SiteContext>,
  )
  return page
}

const textOf = (page: HTMLElement) => (page.textContent ?? '').replaceAll(/\s+/g, ' ')

describe('the Disclaimer', () => {
  it('is a heading and five numbered paragraphs', () => {
    const page = draw(Disclaimers)
    expect(page.querySelector('h1')?.textContent).toBe('Disclaimer')
    expect([...page.querySelectorAll('ol > li')].map((item) => item.querySelectorAll('p').length)).toEqual([
      1, 1, 1, 1, 1,
    ])
  })

  it.each([
    'quantitative trading analysis application',
    'Past backtests, analysis and strategy results do not guarantee future results',
    'lagged, outdated or inaccurate',
    'not a law firm and not an accounting firm',
    'a solicitation or a recommendation to buy or sell securities',
    'without prior notice',
    'cookies and similar technologies to collect usage data',
    'the pages you visit and for how long, your country, your IP address',
    'domain name you came from, your browser and your operating system',
    'verify identity during a session and on return visits',
    'personalise your experience',
    'aid navigation',
    'what to improve on the site',
    'Some sections require cookies',
  ])('says: %s', (words) => {
    expect(textOf(draw(Disclaimers))).toContain(words)
  })
})

describe.each([
  ['Privacy Policy', PrivacyPolicy, 'Last modified 7/20/2024', '2026-11-29', '492708ff9299d1bb'],
  ['Terms of Use', TermsOfUse, 'Last modified July 20, 2024', '2026-11-23', '5f9b46a36d3aea03'],
])('the %s', (title, Component, date, changedOn, digest) => {
  it('has its title and the specified date on top, followed by the day its text last changed', () => {
    const page = draw(Component)
    expect(page.querySelector('h1')?.textContent).toBe(title)
    expect(textOf(page).startsWith(`${title}${date}This text was last changed on `)).toBe(true)
  })

  // Whoever changes the text must change that day, and both values here.
  it('gets a new day of change with every change of its text', () => {
    const page = draw(Component)
    const day = page.querySelectorAll('time')[1]?.getAttribute('dateTime')
    const text = [...page.querySelectorAll('article > div')].map((part) => part.textContent).join('')
    expect({ day, digest: createHash('sha256').update(text).digest('hex').slice(0, 16) }).toEqual({
      day: changedOn,
      digest,
    })
  })

  it('has a table of contents that links to every section', () => {
    const page = draw(Component)
    const targets = [...page.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))
    const sections = [...page.querySelectorAll('section')].map((section) => `#${section.id}`)
    expect(targets).toEqual(sections)
    expect(new Set(sections).size).toBe(sections.length)
  })

  it("names the operator, the address and the contact of this site's settings", () => {
    const page = draw(Component)
    for (const fact of ['Tin Box', 'Tin Box Works', '1 Pail Lane, Chicago', 'hello@tinbox.test']) {
      expect(textOf(page)).toContain(fact)
    }
    expect(page.querySelector('a[href="mailto:hello@tinbox.test"]')).not.toBeNull()
  })
})

describe('the Terms of Use', () => {
  it.each([
    '18 or older',
    'the amount you paid us for the current term of your subscription, and to 12 months of it at most',
    'within one year after the reason for it arose',
    'by the month or by the year',
    'Nothing is charged today',
  ])('says: %s', (words) => {
    expect(textOf(draw(TermsOfUse))).toContain(words)
  })
})
