import { describe, expect, it } from 'vitest'

import { pageAddress } from './page-address.ts'

const addressOf = (path: string, query = '') => pageAddress(path, new URLSearchParams(query))

describe('pageAddress', () => {
  it.each([
    ['/', '', '/'],
    ['/newsletter/', '', '/newsletter'],
    ['/sign-up', 'email=jo@example.net', '/sign-up'],
    ['/stocks/aapl', '', '/stocks/AAPL'],
    ['/stocks/AAPL', 'range=5Y&utm_source=x', '/stocks/AAPL?range=5Y'],
    ['/stocks/AAPL', 'range=2W', '/stocks/AAPL'],
    ['/stocks/AAPL', 'compare=spy&range=YTD', '/stocks/AAPL?range=YTD&compare=SPY'],
    ['/stocks/AAPL', 'compare=%5EGSPC', '/stocks/AAPL?compare=%5EGSPC'],
    ['/stocks/AAPL', 'compare=%3Cb%3E', '/stocks/AAPL'],
    ['/stocks/AAPL', 'table=closes&range=YTD', '/stocks/AAPL?range=YTD&table=closes'],
    ['/stocks/AAPL', 'table=anything', '/stocks/AAPL'],
    ['/stocks/%5egspc', '', '/stocks/%5EGSPC'],
    ['/crypto/btc', '', '/crypto/BTC'],
    ['/newsletter/archive', '', '/newsletter/archive'],
    ['/newsletter/archive/', 'before=2025-02-03&utm_source=x', '/newsletter/archive?before=2025-02-03'],
    ['/newsletter/archive', 'before=yesterday', '/newsletter/archive'],
    ['/newsletter/archive/2025-02-03/', 'email=jo@example.net', '/newsletter/archive/2025-02-03'],
    ['/newsletter/archive/2025-02-03/figures', '', '/newsletter/archive/2025-02-03/figures'],
    ['/newsletter/archive/2025-02-30', '', '/newsletter/archive/unknown'],
    ['/newsletter/archive/%00/figures', '', '/newsletter/archive/unknown/figures'],
    ['/newsletter/archive/2025-02-03/more', '', '/not-found'],
    ['/newsletter/how-we-know/', '', '/newsletter/how-we-know'],
    ['/newsletter/corrections', 'a=1', '/newsletter/corrections'],
    ['/wp-login.php', 'a=1', '/not-found'],
    ['/stocks/AAPL/more', '', '/not-found'],
    ['/stocks/A%0AB', '', '/not-found'],
    ['/crypto/A%00', '', '/not-found'],
    ['/stocks/%E2%80%A8', '', '/not-found'],
  ])('shows %s?%s as %s, from the cache', (path, query, address) => {
    expect(addressOf(path, query)).toEqual({ address, isCacheable: true })
  })

  it.each([
    ['email=jo@example.net&token=abc', '/unsubscribe?link=usable'],
    ['email=jo+letters@example.net', '/unsubscribe?link=usable'],
    ['email=', '/unsubscribe'],
    ['', '/unsubscribe'],
  ])('keeps what /unsubscribe?%s carries out of the render and the cache', (query, address) => {
    expect(addressOf('/unsubscribe', query)).toEqual({ address, isCacheable: true })
  })

  it('tells the page, but no cache, what an unsubscribe link has in place of an address', () => {
    expect(addressOf('/unsubscribe', 'email=jo@example&token=abc')).toEqual({
      address: '/unsubscribe?unusable=jo%40example',
      isCacheable: false,
    })
    expect(addressOf('/unsubscribe', `email=${'x'.repeat(200)}`).address).toBe(
      `/unsubscribe?unusable=${'x'.repeat(100)}`,
    )
    expect(addressOf('/unsubscribe', 'email=a%00b@x').address).toBe('/unsubscribe?unusable=ab%40x')
  })

  it('does not cache what anyone can make variants of', () => {
    expect(addressOf('/stocks', 'ticker=a b')).toEqual({ address: '/stocks?ticker=a+b', isCacheable: false })
    expect(addressOf('/stocks/%3Cscript%3E')).toEqual({ address: '/stocks/%3Cscript%3E', isCacheable: false })
    expect(addressOf('/stocks/%E0%A4%A')).toEqual({
      address: '/stocks/%25E0%25A4%25A',
      isCacheable: false,
    })
  })

  it('reads a path with any number of slashes in linear time', () => {
    // A backtracking expression takes minutes here.
    expect(addressOf(`${'/'.repeat(1_000_000)}x`)).toEqual({ address: '/not-found', isCacheable: true })
    expect(addressOf(`/stocks${'/'.repeat(1_000_000)}`)).toEqual({ address: '/stocks', isCacheable: true })
  })
})
