import type { AssetKind, AssetType } from '../../../shared/market-contract.ts'
import type { Profile } from './provider.ts'

export interface SampleSecurity {
  readonly kind: AssetKind
  readonly type: AssetType
  readonly ticker: string
  /** True on the day named in `about`. */
  readonly profile: Profile & { readonly name: string }
  /** First value of the generated series; not a real price. */
  readonly startPrice: number
  /** Standard deviation of a day's generated return, as a fraction. */
  readonly dailyVolatility: number
}

// Employee numbers from the companies' annual reports (Form 10-K), as of the day named in `about`.
export const SAMPLE_SECURITIES: readonly SampleSecurity[] = [
  company('AAPL', 'Apple Inc.', {
    about:
      'Apple makes the iPhone, the Mac and the iPad, along with watches, headphones and the software and services that tie them together. It sells through its own shops and website as well as through phone carriers and retailers. Employees as of September 28, 2024; chief executive as of December 31, 2024.',
    founded: '1976',
    website: 'https://www.apple.com',
    headquarters: 'Cupertino, CA, United States',
    ceo: 'Tim Cook',
    employees: 164_000,
    exchange: 'Nasdaq',
  }),
  company('MSFT', 'Microsoft Corporation', {
    about:
      'Microsoft writes the Windows operating system and the Office programs, and rents out computing power under the name Azure. It also owns LinkedIn, GitHub and the Xbox games business. Employees as of June 30, 2024; chief executive as of December 31, 2024.',
    founded: '1975',
    website: 'https://www.microsoft.com',
    headquarters: 'Redmond, WA, United States',
    ceo: 'Satya Nadella',
    employees: 228_000,
    exchange: 'Nasdaq',
  }),
  company(
    'NVDA',
    'NVIDIA Corporation',
    {
      about:
        'NVIDIA designs graphics processors, which draw video games and, in large numbers, train and run artificial intelligence in data centers. Other firms manufacture the chips for it. Employees as of January 28, 2024; chief executive as of December 31, 2024.',
      founded: '1993',
      website: 'https://www.nvidia.com',
      headquarters: 'Santa Clara, CA, United States',
      ceo: 'Jensen Huang',
      employees: 29_600,
      exchange: 'Nasdaq',
    },
    0.026,
  ),
  company('AMZN', 'Amazon.com, Inc.', {
    about:
      'Amazon runs an online store and marketplace with its own warehouses and delivery network, and rents out computing power as Amazon Web Services. It also owns Whole Foods Market and a film studio. Employees as of December 31, 2024; chief executive as of the same day.',
    founded: '1994',
    website: 'https://www.amazon.com',
    headquarters: 'Seattle, WA, United States',
    ceo: 'Andy Jassy',
    employees: 1_556_000,
    exchange: 'Nasdaq',
  }),
  company(
    'KO',
    'The Coca-Cola Company',
    {
      about:
        'Coca-Cola owns the drink of that name as well as Sprite, Fanta, Minute Maid and many others. It sells mostly concentrates and syrups, which independent bottlers turn into drinks. Employees as of December 31, 2024; chief executive as of the same day.',
      founded: '1892',
      website: 'https://www.coca-colacompany.com',
      headquarters: 'Atlanta, GA, United States',
      ceo: 'James Quincey',
      employees: 69_700,
      exchange: 'NYSE',
    },
    0.009,
  ),
  company(
    'WMT',
    'Walmart Inc.',
    {
      about:
        "Walmart runs large discount stores and supermarkets in the United States and abroad, the Sam's Club warehouses, and an online shop. It is one of the largest private employers in the world. Employees as of January 31, 2025; chief executive and exchange as of December 31, 2024.",
      founded: '1962',
      website: 'https://www.walmart.com',
      headquarters: 'Bentonville, AR, United States',
      ceo: 'Doug McMillon',
      employees: 2_100_000,
      exchange: 'NYSE',
    },
    0.011,
  ),
  company(
    'PG',
    'The Procter & Gamble Company',
    {
      about:
        'Procter & Gamble makes everyday household goods such as Tide, Pampers, Gillette, Crest and Charmin, sold in shops almost everywhere. Employees as of June 30, 2024; chief executive as of December 31, 2024.',
      founded: '1837',
      website: 'https://us.pg.com',
      headquarters: 'Cincinnati, OH, United States',
      ceo: 'Jon Moeller',
      employees: 108_000,
      exchange: 'NYSE',
    },
    0.009,
  ),
  company('JPM', 'JPMorgan Chase & Co.', {
    about:
      'JPMorgan Chase is a bank: it keeps accounts, lends and issues cards under the Chase name, and advises and trades for companies, governments and investors. Its present form dates from a merger in 2000; its oldest predecessor opened in 1799. Employees as of December 31, 2024; chief executive as of the same day.',
    founded: '2000',
    website: 'https://www.jpmorganchase.com',
    headquarters: 'New York, NY, United States',
    ceo: 'Jamie Dimon',
    employees: 317_233,
    exchange: 'NYSE',
  }),
  company('XOM', 'Exxon Mobil Corporation', {
    about:
      'Exxon Mobil looks for oil and natural gas, produces and refines them, and makes chemicals and plastics. It was formed by a merger of Exxon and Mobil in 1999. Employees as of December 31, 2024; chief executive as of the same day.',
    founded: '1999',
    website: 'https://corporate.exxonmobil.com',
    headquarters: 'Spring, TX, United States',
    ceo: 'Darren Woods',
    employees: 61_000,
    exchange: 'NYSE',
  }),
  fund(
    'SPY',
    'SPDR S&P 500 ETF Trust',
    {
      about:
        'A fund that holds the shares of the S&P 500, some 500 large American companies, each by its market value. It was the first exchange-traded fund listed in the United States.',
      founded: '1993-01-22',
      website: 'https://www.ssga.com',
      exchange: 'NYSE Arca',
    },
    0.01,
  ),
  fund(
    'QQQ',
    'Invesco QQQ Trust',
    {
      about:
        'A fund that holds the shares of the Nasdaq-100, the hundred or so largest companies listed on Nasdaq that are not banks or insurers.',
      founded: '1999-03-10',
      website: 'https://www.invesco.com/qqq-etf/en/home.html',
      exchange: 'Nasdaq',
    },
    0.012,
  ),
  coin('BTC', 'Bitcoin', '2009-01-03', 'https://bitcoin.org', {
    about:
      'Bitcoin is money that exists only as entries in a ledger kept by computers all over the world. There will never be more than 21 million of it. The first block was made on January 3, 2009.',
  }),
  coin('ETH', 'Ethereum', '2015-07-30', 'https://ethereum.org', {
    about:
      'Ethereum is a network of computers that runs small programs, called contracts, nobody in particular being in charge. Ether is the coin in which their work is paid. The network opened on July 30, 2015.',
  }),
  coin('SOL', 'Solana', '2020-03-16', 'https://solana.com', {
    about:
      'Solana is a network like Ethereum, built for many and cheap transactions. SOL is the coin in which its fees are paid. Its main network opened in March 2020.',
  }),
]

function company(
  ticker: string,
  name: string,
  profile: Omit<Profile, 'name'>,
  dailyVolatility = 0.015,
): SampleSecurity {
  return {
    kind: 'stock',
    type: 'equity',
    ticker,
    profile: { name, ...profile },
    startPrice: 100,
    dailyVolatility,
  }
}

function fund(
  ticker: string,
  name: string,
  profile: Omit<Profile, 'name'>,
  dailyVolatility: number,
): SampleSecurity {
  return { ...company(ticker, name, profile, dailyVolatility), type: 'etf' }
}

function coin(
  ticker: string,
  name: string,
  founded: string,
  website: string,
  profile: Pick<Profile, 'about'>,
): SampleSecurity {
  return {
    kind: 'crypto',
    type: 'coin',
    ticker,
    profile: { name, founded, website, ...profile },
    startPrice: 1_000,
    dailyVolatility: 0.03,
  }
}
