import { describe, expect, it } from 'vitest'
import { describeVisit, truncateIp } from './describe-visit.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

type Seen = Parameters<typeof describeVisit>[1]
const describeWith = (visit: { seconds?: number; referrer?: string }, seen: Partial<Seen> = {}) =>
  describeVisit(
    { path: '/stocks/AAPL', seconds: 12, ...visit },
    { ip: '192.0.2.77', userAgent: FIREFOX, country: undefined, ownDomain: 'lunchpail.test', ...seen },
  )

describe('describeVisit', () => {
  it('keeps only reduced data', () => {
    const visit = describeWith(
      { seconds: 12.4, referrer: 'https://search.example/?q=my+secret' },
      { country: 'de' },
    )
    expect(visit).toEqual({
      path: '/stocks/AAPL',
      seconds: 12,
      country: 'DE',
      network: '192.0.2.0/24',
      referringDomain: 'search.example',
      browser: 'Firefox',
      operatingSystem: 'Linux',
    })
  })

  it.each([
    ['our own page', 'https://lunchpail.test/stocks'],
    ['our own page under www', 'https://www.lunchpail.test/stocks'],
    ['our own page on another port', 'http://lunchpail.test:8080/'],
    ['an IPv4 address', 'http://192.0.2.77/links'],
    ['an IPv6 address', 'http://[2001:db8::1]/links'],
    ['a host that is too long', `https://${'a.'.repeat(150)}example/`],
    ['an app', 'android-app://com.example'],
    ['nonsense', 'nonsense'],
    ['nothing', ''],
  ])('gives no referring domain for %s', (_name, referrer) => {
    expect(describeWith({ referrer }).referringDomain).toBeNull()
  })

  it.each(['XX', 'T1', 'Germany', '', undefined])('gives no country for %j', (country) => {
    expect(describeWith({}, { country }).country).toBeNull()
  })

  it('caps the time of a page left open', () => {
    expect(describeWith({ seconds: 1e9 }).seconds).toBe(14_400)
  })

  it.each([undefined, '', '-', 'x'.repeat(5_000)])('gives no browser for an odd user agent', (userAgent) => {
    const visit = describeWith({}, { userAgent })
    expect([visit.browser, visit.operatingSystem]).toEqual([null, null])
  })

  it.each(['ada@mail.example/1.0 (her own words)', 'evil\u{9b}31m/1.0 (x) y'])(
    'drops the name of an unknown program: %j',
    (userAgent) => {
      const visit = describeWith({}, { userAgent })
      expect([visit.browser, visit.operatingSystem]).toEqual([null, null])
    },
  )

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      ['Microsoft Edge', 'Windows'],
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      ['Safari', 'iOS'],
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
      ['Chrome', 'Android'],
    ],
  ])('names the browser and the system of %s', (userAgent, names) => {
    const visit = describeWith({}, { userAgent })
    expect([visit.browser, visit.operatingSystem]).toEqual(names)
  })
})

describe('truncateIp', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['1::2:3:4:5:6:7', '1:0:2::/48'],
    ['::1', '::/48'],
  ])('truncates %s to %s', (address, network) => {
    expect(truncateIp(address)).toBe(network)
  })

  it.each(['', 'unknown', '192.0.2', '192.0.2.7:80'])('returns undefined for %j', (text) => {
    expect(truncateIp(text)).toBeUndefined()
  })
})
