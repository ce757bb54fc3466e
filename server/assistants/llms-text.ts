import { ARCHIVE_PATH, CORRECTIONS_PATH, FEED_PATH, HOW_WE_KNOW_PATH } from '../../shared/edition-address.ts'

/** Path of the Model Context Protocol endpoint. */
export const MCP_PATH = '/mcp'

/** Writes /llms.txt: Markdown in the format of https://llmstxt.org. */
export function writeLlmsText({ name, url }: { name: string; url: string }): string {
  const link = (title: string, path: string, words: string) => `- [${title}](${url}${path}): ${words}`
  return [
    `# ${name}`,
    '',
    '> A free weekly letter about money, made from public records, and a free lookup of stocks and crypto. Every figure of the',
    '> letter leads to the record it comes from. No account, no advice: nothing here recommends to buy or sell.',
    '',
    'A letter goes out on Mondays at 8:00 in Chicago. It tells of trades of company insiders (SEC, Form 4), trades of members of',
    'Congress, housing, the economy and markets. Fixed rules write it, or a model edits it; each part says which. What was wrong is',
    'noted on its page.',
    '',
    '## Pages',
    '',
    link('Sign up', '/', 'what the letter is, with the latest one'),
    link(
      'Archive',
      ARCHIVE_PATH,
      'every letter that went out; `/YYYY-MM-DD` is one, `/YYYY-MM-DD/figures` its figures with their records',
    ),
    link('How we know', HOW_WE_KNOW_PATH, 'where figures come from and how they are checked'),
    link('Corrections', CORRECTIONS_PATH, 'what was wrong, and what is right'),
    link('Feed', FEED_PATH, 'the latest letters as RSS'),
    link('Stocks', '/stocks', '`/stocks/AAPL` has price, chart, facts, statistics and reported trades'),
    link('Crypto', '/crypto', '`/crypto/BTC`, the same of a coin'),
    link(
      'Terms of Use',
      '/terms-of-service',
      'with the [Disclaimer](' + url + '/disclaimers) and the [Privacy Policy](' + url + '/privacy-policy)',
    ),
    '',
    '## For programs',
    '',
    link(
      'API',
      '/api/docs',
      `JSON, described by [OpenAPI](${url}/api/openapi.json); its limits are in the RateLimit headers`,
    ),
    link(
      'MCP',
      MCP_PATH,
      'Model Context Protocol, streamable HTTP, without sessions or keys; six tools that read: search, closes, trades, letters, a letter, its figures',
    ),
    '',
    '## Licences',
    '',
    '- Filings of insiders (SEC EDGAR): public domain.',
    '- Reports of members of Congress: public; 5 U.S.C. 13107 forbids some uses, which each answer with them repeats.',
    '- Figures of the economy and housing: single figures with credit; each letter names whose they are. Series are not passed on;',
    '  those that come by way of FRED are not for training models.',
    '- Prices: of their sources. Only where a source allows it do they leave the pages; the API says so in `meta.republishable`, and',
    '  MCP leaves them out and says that it did.',
    '',
  ].join('\n')
}
