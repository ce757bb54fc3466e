import { describe, expect, it, vi } from 'vitest'

import { failOnConsoleError } from './testing/fail-on-console-error.ts'
import { answer, createApi, createStats, createStock, failure } from './testing/market-answers.ts'
import { renderTicker } from './testing/render-ticker.tsx'

failOnConsoleError()

const show = async (changes: Parameters<typeof createStock>[0], address = '/stocks/AAPL') => {
  const screen = await renderTicker(
    createApi({
      getStock: ({ range }) => answer(createStock({ ...changes, meta: { range, ...changes?.meta } })),
    }),
    address,
  )
  return { ...screen, text: screen.container.textContent, header: screen.container.querySelector('header') }
}

describe('the head of an asset', () => {
  it('says what it is and where it trades', async () => {
    const { header } = await show({ meta: { type: 'etf' }, info: { 'Primary exchange': 'NasdaqGM' } })
    expect(header?.textContent).toContain('ETF · Nasdaq$120.00')
  })

  it('links to the coin under the same ticker', async () => {
    const { header } = await show({
      ticker: 'BTC',
      meta: { counterpart: { kind: 'crypto', ticker: 'BTC', name: 'Bitcoin' } },
    })
    expect(header?.textContent).toContain('BTC is also a coin: Bitcoin')
    expect(header?.querySelector('a')?.getAttribute('href')).toBe('/crypto/BTC')
  })

  it('links to the security under the same ticker', async () => {
    const { header } = await show(
      {
        ticker: 'BTC',
        meta: { kind: 'crypto', counterpart: { kind: 'stock', ticker: 'BTC', name: 'Trust' } },
      },
      '/crypto/BTC',
    )
    expect(header?.textContent).toContain('Coin')
    expect(header?.textContent).toContain('BTC is also a stock or fund: Trust')
    expect(header?.querySelector('a')?.getAttribute('href')).toBe('/stocks/BTC')
  })

  it('calls the latest price of an unfinished day the last price, not the close', async () => {
    const { header } = await show({ meta: { session: 'open' } })
    expect(header?.textContent).toContain('Last price of Wednesday, November 4, 2026. The exchange is open.')
  })

  const latest = { price: 120, day: '2026-11-04', isToday: true, previous: { close: 125, day: '2026-11-03' } }

  it('shows the day’s change against the previous close, separately from the range’s', async () => {
    const { header } = await show({ meta: { latest } })
    expect([...(header?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Change of the day: -$5.00 (-4.00%) today',
      'Change: +$20.00 (+20.00%) since Nov 2, 2026',
    ])
    const sides = [...(header?.querySelectorAll('li > :first-child') ?? [])]
    expect(sides.map(({ className }) => /rise|fall/.exec(className)?.[0])).toEqual(['fall', 'rise'])
  })

  it('names a day that is over, and the hour when a coin’s day began', async () => {
    const old = await show({ meta: { latest: { ...latest, isToday: false } } })
    expect(old.header?.textContent).toContain('-$5.00 (-4.00%) on Wednesday')
    const coin = await show({ meta: { latest, kind: 'crypto' } }, '/crypto/BTC')
    expect(coin.header?.textContent).toContain('-$5.00 (-4.00%) since midnight UTC')
  })

  it('shows no change of the day without a previous close', async () => {
    const { header } = await show({ meta: { latest: { ...latest, previous: undefined } } })
    expect(header?.textContent).not.toContain('Change of the day')
  })

  it('draws where the price lies in its ranges of the day and year, if known', async () => {
    const known = { ...latest, dayRange: { low: 119, high: 123 }, yearRange: { low: 80, high: 160 } }
    const { header } = await show({ meta: { latest: known } })
    expect([...(header?.querySelectorAll('dl > div') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Day range$119.00 to $123.00',
      '52-week range$80.00 to $160.00',
    ])
    const widths = [...(header?.querySelectorAll('rect:nth-child(2)') ?? [])]
    expect(widths.map((rect) => rect.getAttribute('width'))).toEqual(['25.0%', '50.0%'])
  })

  it('says why a range is missing', async () => {
    const { header } = await show({ meta: { latest: { ...latest, outside: ['year'] } } })
    expect([...(header?.querySelectorAll('dl > div') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Day rangenot knownThe source gives none.',
      '52-week rangenot knownThe source gives one, but it is of another day or does not contain the price above, so it is not shown.',
    ])
    const whole = await show({})
    expect(whole.header?.querySelector('dl')).toBeNull()
  })

  it('shows no range that the price above contradicts', async () => {
    const known = { ...latest, dayRange: { low: 121, high: 123 }, yearRange: { low: 80, high: 119 } }
    const { header } = await show({ meta: { latest: known } })
    expect([...(header?.querySelectorAll('dl summary') ?? [])].map(({ textContent }) => textContent)).toEqual(
      ['not known', 'not known'],
    )
    expect(header?.querySelector('dl')?.textContent).not.toContain('$')
  })

  it('says how old stale prices are', async () => {
    const retrievedAt = new Date(Date.now() - 3.5 * 3_600_000).toISOString()
    const { header } = await show({ meta: { stale: true, retrievedAt } })
    expect(header?.textContent).toContain('That was 3 hours ago.')
  })
})

describe('the notes below the chart', () => {
  it('say when the history is shorter than the range', async () => {
    const { text } = await show({ meta: { coversRange: false } }, '/stocks/AAPL?range=5Y')
    expect(text).toContain('The history from this source starts on Nov 2, 2026.')
    const old = await show({ meta: { coversRange: false, stale: true } }, '/stocks/AAPL?range=5Y')
    expect(old.text).toContain('The chart starts on Nov 2, 2026: more could not be had just now.')
  })

  it('warn of closes that may be errors', async () => {
    const { text } = await show({ meta: { suspectDays: ['2026-11-03'] } })
    expect(text).toContain('The close leaps tenfold or more on these days: Nov 3, 2026.')
  })

  it('name the days that are left out, and why', async () => {
    const { text } = await show({ meta: { leftOutDays: ['2026-11-03', '2026-11-05'] } })
    expect(text).toContain(
      'Left out: the close of Nov 3, 2026; Nov 5, 2026. The source’s figure is ten times off those before and after, or more.',
    )
    const cut = await show({ meta: { cutAt: '2010-01-05', coversRange: false } })
    expect(cut.text).toContain('Closes before Jan 5, 2010 are left out')
    expect(cut.text).not.toContain('history starts')
  })

  it('are absent when there is nothing to note', async () => {
    const { text } = await show({})
    expect(text).not.toContain('history starts')
    expect(text).not.toContain('leaps')
  })

  it('announce a change of range politely', async () => {
    const { container, click } = await show({ dates: ['2025-11-21', '2026-11-02', '2026-11-20'] })
    const words = [...container.querySelectorAll('[aria-live=polite]')].find((found) =>
      found.textContent.startsWith('AAPL'),
    )
    expect(words?.textContent).toContain('AAPL, past year: from $100.00 on Nov 21, 2025')
    await click(container.querySelector<HTMLElement>('nav a[href$="=1M"]'))
    expect(words?.textContent).toContain('AAPL, past month: from $100.00')
  })

  it('mention splits and dividends only for assets that can have them', async () => {
    const stock = await show({ meta: { type: 'equity' } }, '/stocks/AAPL?table=closes')
    expect(stock.text).toContain('Closes are adjusted for splits and dividends.')
    expect(stock.container.querySelector('caption')?.textContent).toBe(
      'Every close of the range, newest first, adjusted for splits and dividends.',
    )
    const index = await show({ meta: { type: 'index' } }, '/stocks/AAPL?table=closes')
    expect(index.text).not.toContain('adjusted')
    expect(index.container.querySelector('caption')?.textContent).toBe(
      'Every close of the range, newest first.',
    )
  })
})

describe('the source of a profile', () => {
  const profile = {
    sources: [
      { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/AAPL' },
      { name: 'Wikidata', url: 'https://www.wikidata.org/wiki/Q312' },
    ],
    retrievedAt: '2026-11-20T21:15:00.000Z',
    stale: false,
    republishable: false,
  }

  it('is named with the day it was retrieved', async () => {
    const { text, container } = await show({ meta: { profile } })
    expect(text).toContain('Profile: Yahoo Finance, Wikidata. Retrieved Nov 20, 2026.')
    expect(container.querySelector('a[href="https://www.wikidata.org/wiki/Q312"]')?.textContent).toBe(
      'Wikidata',
    )
  })

  it('says when it is out of date', async () => {
    const retrievedAt = new Date(Date.now() - 2.5 * 86_400_000).toISOString()
    const { text } = await show({ meta: { profile: { ...profile, stale: true, retrievedAt } } })
    expect(text).toContain(', an older answer: no newer one could be had. It was given 2 days ago.')
  })
})

describe('the key figures', () => {
  const figuresOf = async (changes: Parameters<typeof createApi>[0], address = '/stocks/AAPL') => {
    const { container } = await renderTicker(createApi(changes), address)
    const section = container.querySelector('section[aria-label="Key figures"]')
    return [...(section?.querySelectorAll('dl > div') ?? [])].map(({ children }) =>
      [...children].map(({ textContent }) => textContent),
    )
  }

  it('are six for a company, with notes that put them in relation', async () => {
    const stats = createStats({
      marketCap: 3_688_676_720_640,
      trailingPE: 38.914,
      dividendYield: 0.0041,
      volume: 53_000_000,
      averageVolume: 50_000_000,
      beta: 1.2,
      nextEarningsDate: '2027-01-28',
      nextEarningsDateStatus: 'estimate',
    })
    expect(await figuresOf({ getStats: () => answer(stats) })).toEqual([
      ['Market Cap', '$3.69T'],
      ['Trailing P/E', '38.91'],
      ['Dividend Yield', '0.41%'],
      ['Volume', '53M', '106% of usual'],
      ['Beta', '1.20'],
      ['Next Earnings Date', 'Jan 28, 2027', 'estimated'],
    ])
  })

  it('are one line if none of them is known, and nothing if they could not be loaded', async () => {
    const none = await renderTicker(createApi({ getStats: () => answer(createStats({})) }), '/stocks/AAPL')
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const failed = await renderTicker(
      createApi({ getStats: () => failure(503, 'source-failed') }),
      '/stocks/AAPL',
    )
    const lineOf = ({ container }: { container: HTMLElement }) =>
      container.querySelector('[aria-label="Key figures"]')?.textContent
    expect([lineOf(none), lineOf(failed)]).toEqual(['Statistics: not known here.', undefined])
    expect(logged.mock.calls.map(([message]) => message)).toEqual(['Failed to fetch stats'])
    logged.mockClear()
  })

  it('say discreetly what is not known, and why a year with a loss has no P/E', async () => {
    const stats = createStats({ trailingEps: -1.2 })
    expect(await figuresOf({ getStats: () => answer(stats) })).toEqual([
      ['Market Cap', 'not known'],
      ['Trailing P/E', 'none: losses'],
      ['Dividend Yield', 'not known'],
      ['Volume', 'not known', ''],
      ['Beta', 'not known'],
      ['Next Earnings Date', 'not known', ''],
    ])
  })

  it('have their names and places before the figures arrive', async () => {
    const found = await figuresOf({ getStats: () => new Promise(() => undefined) })
    expect(found[0]).toEqual(['Market Cap', '…not here yet'])
    expect(found).toHaveLength(6)
  })

  it('are those that a coin has', async () => {
    const stats = createStats(
      { marketCap: 2e12, volume24Hr: 3e10, fiftyDayAverage: 98_973 },
      { kind: 'crypto' },
    )
    const names = (await figuresOf({ getStats: () => answer(stats) }, '/crypto/BTC')).map(([name]) => name)
    expect(names).toEqual([
      'Market Cap',
      'Volume (24 Hours)',
      'Circulating Supply',
      'Max Supply',
      '50 Day Average',
      'Market Cap Rank',
    ])
  })

  it('are absent for an index', async () => {
    const index = createStock({ ticker: '^GSPC', meta: { type: 'index' } })
    expect(await figuresOf({ getStock: () => answer(index) }, '/stocks/^GSPC')).toEqual([])
  })
})

describe('the section links', () => {
  const linksOf = async (changes: Parameters<typeof createApi>[0], address = '/stocks/AAPL') => {
    const { container } = await renderTicker(createApi(changes), address)
    const links = [...container.querySelectorAll('nav[aria-label="On this page"] a')]
    const targets = links.map((link) => link.getAttribute('href') ?? '')
    expect(targets.filter((target) => container.querySelector(target) === null)).toEqual([])
    return links.map(({ textContent }) => textContent)
  }

  it('each lead to an existing section', async () => {
    expect(await linksOf({ getRelated: () => new Promise(() => undefined) })).toEqual([
      'Chart',
      'Insiders',
      'Congress',
      'About',
      'Statistics',
      'Related',
    ])
    expect(await linksOf({}, '/crypto/BTC')).toEqual(['Chart', 'About', 'Statistics'])
    const stats = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await linksOf({ getStats: () => failure(503, 'source-unavailable') })).not.toContain('Statistics')
    stats.mockClear()
  })
})
