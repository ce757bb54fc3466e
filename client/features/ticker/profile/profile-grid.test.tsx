import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import type { Info } from '../../../../shared/market-contract.ts'
import { parseWebsite } from '../../../lib/describe-asset.ts'
import { ProfileGrid } from './profile-grid.tsx'

function render(info: Partial<Info>, lacking: 'not known' | 'left out' = 'left out') {
  const container = document.createElement('div')
  container.innerHTML = renderToStaticMarkup(
    <ProfileGrid info={{ 'Company Name': 'Riser Corporation', Ticker: 'RISE', ...info }} lacking={lacking} />,
  )
  const facts = [...container.querySelectorAll('dl > div')].map((fact) =>
    [...fact.children].map((part) => part.textContent),
  )
  return { facts, link: container.querySelector('a') }
}

describe('ProfileGrid', () => {
  it('shows the facts in their order', () => {
    const { facts, link } = render({
      Founded: '1976-04-01',
      Website: 'https://www.riser.example/',
      Headquarters: 'Toledo, OH, United States',
      CEO: 'Ms. Rosa Riser',
      Employees: 12_345,
      'Primary exchange': 'NasdaqGS',
    })
    expect(facts).toEqual([
      ['Founded', 'Apr 1, 1976'],
      ['Website', 'www.riser.example'],
      ['Headquarters', 'Toledo, OH, United States'],
      ['CEO', 'Ms. Rosa Riser'],
      ['Employees', '12,345'],
      ['Ticker', 'RISE'],
      ['Primary exchange', 'NasdaqGS'],
    ])
    expect(link?.getAttribute('href')).toBe('https://www.riser.example/')
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  })

  it.each(['1976', '1976-13-45', 'the 1970s'])('leaves %s as its source wrote it', (Founded) => {
    expect(render({ Founded }).facts[0]).toEqual(['Founded', Founded])
  })

  it('says that a company’s missing facts are not known', () => {
    expect(render({ CEO: 'Ms. Rosa Riser' }, 'not known').facts).toEqual([
      ['Founded', 'not known'],
      ['Website', 'not known'],
      ['Headquarters', 'not known'],
      ['CEO', 'Ms. Rosa Riser'],
      ['Employees', 'not known'],
      ['Ticker', 'RISE'],
      ['Primary exchange', 'not known'],
    ])
  })

  it('leaves out facts that the kind of asset does not have', () => {
    expect(render({ Founded: '', Employees: Number.NaN }).facts).toEqual([['Ticker', 'RISE']])
    expect(render({ Employees: 0 }).facts).toEqual([['Ticker', 'RISE']])
  })

  it('does not link anything but a web address', () => {
    const { facts, link } = render({ Website: 'javascript:alert(1)' })
    expect(facts[0]).toEqual(['Website', 'javascript:alert(1)'])
    expect(link).toBeNull()
  })
})

describe('parseWebsite', () => {
  it.each([
    ['https://www.apple.com', { href: 'https://www.apple.com/', label: 'www.apple.com' }],
    ['http://example.net/about/', { href: 'http://example.net/about/', label: 'example.net/about' }],
    ['HTTPS://Example.com/?lang=en', { href: 'https://example.com/?lang=en', label: 'example.com/?lang=en' }],
  ])('links %s', (text, expected) => {
    expect(parseWebsite(text)).toEqual(expected)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'www.apple.com',
    '//apple.com',
    'https://apple.com@example.net',
    '',
  ])('does not link %s', (text) => {
    expect(parseWebsite(text)).toBeUndefined()
  })
})
