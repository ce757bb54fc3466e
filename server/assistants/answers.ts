import type { PublishedEdition, SectionName, Sentence, Span } from '../../shared/edition-contract.ts'
import { editionPath, figuresPath } from '../../shared/edition-address.ts'
import type { AssetKind, PriceRange } from '../../shared/market-contract.ts'
import { tickerPath } from '../../shared/asset-address.ts'
import type { EditionArchive } from '../letter/index.ts'
import type { Market } from '../market/index.ts'
import type { TradeRecords } from '../records/trades/trades-of-ticker.ts'

/** What the answers are made from: the same parts as the API's. */
export interface AnswerParts {
  readonly market: Pick<Market, 'getStock' | 'searchAssets'>
  readonly trades: TradeRecords
  readonly archive: Pick<
    EditionArchive,
    'listPublishedEditions' | 'getPublishedEdition' | 'getEditionFigures'
  >
  readonly site: { readonly name: string; readonly url: string }
}

const FIGURES_AT_ONCE = 50
const EDGAR_LICENCE = 'Public domain.'

/** @throws AppError as Market.searchAssets */
export async function findAssets({ market, site }: AnswerParts, { text }: { text: string }) {
  const { results, meta } = await market.searchAssets({ text })
  return {
    results: results.map((found) =>
      Object.assign({ page: site.url + tickerPath(found.kind, found.ticker) }, found),
    ),
    ...meta,
  }
}

/** Returns prices and facts as far as their sources allow republishing.
 *  @throws AppError as Market.getStock */
export async function describeCloses(
  { market, site }: AnswerParts,
  asked: { ticker: string; kind?: AssetKind | undefined; range: PriceRange },
) {
  const { ticker, dates, prices, info, meta } = await market.getStock(asked)
  const { kind, source, asOf, retrievedAt, currency, delayed, stale, sample, republishable, profile } = meta
  const page = site.url + tickerPath(kind, ticker)
  const mayRepublishFacts = profile?.republishable === true
  const leftOut = [
    ...(republishable
      ? []
      : [
          sample
            ? 'Prices: none of the sources answers, and made-up ones are shown on the page alone.'
            : `Prices: ${source.name} does not allow them to be passed on. ${page} shows them.`,
        ]),
    ...(profile && !mayRepublishFacts
      ? [
          `Facts of the company, from ${listNames(profile.sources)}, may not be passed on. ${page} shows them.`,
        ]
      : []),
  ]
  return {
    ticker,
    kind,
    name: info['Company Name'],
    page,
    ...(republishable && {
      lastClose: { day: dates.at(-1), close: prices.at(-1) },
      closes: dates.map((day, index) => [day, prices[index]]),
      currency,
      range: meta.range,
      record: source.url,
      source: source.name,
      licence: `${source.name} lets this site pass its prices on; whoever passes them on further asks ${source.name}.`,
      asOf,
      retrievedAt,
      delayed,
      stale,
      suspectDays: meta.suspectDays,
      ...(meta.leftOutDays && { leftOutDays: meta.leftOutDays }),
      ...(meta.cutAt !== undefined && { cutAt: meta.cutAt }),
    }),
    ...(mayRepublishFacts && {
      facts: { ...info, sources: profile.sources, retrievedAt: profile.retrievedAt },
    }),
    leftOut,
  }
}

/** A longer list would fill a model's context. */
const MAX_TRADES = 20

const listNames = (sources: readonly { name: string }[]) => sources.map(({ name }) => name).join(' and ')

/** Limits the listed trades; the sums next to them cover all trades. */
const newest = <Part extends { trades: readonly object[] }>(part: Part) => ({
  ...part,
  trades: part.trades.slice(0, MAX_TRADES),
})

/** @throws AppError as TradeRecords.getTrades */
export async function describeTrades({ trades, site }: AnswerParts, asked: { ticker: string }) {
  const { ticker, insiders, congress, meta } = await trades.getTrades(asked)
  const unread = 'could not be read just now. It is not that nobody traded.'
  return {
    ticker,
    page: site.url + tickerPath('stock', ticker),
    insiders: insiders && { licence: EDGAR_LICENCE, ...newest(insiders) },
    congress: congress && { licence: meta.notice, ...newest(congress) },
    leftOut: [
      ...(insiders ? [] : [`Trades of insiders ${unread}`]),
      ...(congress ? [] : [`Trades of members of Congress ${unread}`]),
    ],
  }
}

/** @throws AppError as EditionArchive.listPublishedEditions */
export async function listLetters(
  { archive, site }: AnswerParts,
  asked: { before?: string | undefined; limit: number },
) {
  const { editions, nextBefore, nextDue } = await archive.listPublishedEditions(asked)
  return {
    letters: editions.map(({ date, subject, preheader, publishedAt, correctedAt, topFindings }) => ({
      date,
      subject,
      preheader,
      publishedAt,
      correctedAt,
      page: site.url + editionPath(date),
      findings: topFindings.map(({ section, title, figure, sentence }) => ({
        section,
        title,
        figure: figure.text,
        record: toAddress(figure, site.url),
        sentence: toMarkdown(sentence, site.url),
      })),
    })),
    nextBefore,
    nextDue,
  }
}

/** Returns a letter as Markdown, without charts, since whole series may not be passed on.
 *  @throws AppError as EditionArchive.getPublishedEdition */
export async function readLetter(
  { archive, site }: AnswerParts,
  { date }: { date: string },
): Promise<string> {
  const edition = await archive.getPublishedEdition(date)
  const { content, corrections, correctedAt, publishedAt, subject } = edition
  return [
    `# ${subject}`,
    `The letter of ${date}, sent ${publishedAt}${correctedAt === null ? '' : `, corrected ${correctedAt}`}. Page: ${site.url}${editionPath(date)}`,
    ...corrections.map(({ notedAt, text }) => `Correction (${notedAt}): ${text}`),
    ...(content ? describeContent(content, site.url) : [edition.text ?? '']),
    `Left out: charts, since whole series may not be passed on, and tables. Pictures and tables: ${site.url}${editionPath(date)}. Each figure’s record, period and time: get_figures, or ${site.url}${figuresPath(date)}`,
  ].join('\n\n')
}

function describeContent(
  { week, letter, sections }: NonNullable<PublishedEdition['content']>,
  siteUrl: string,
): string[] {
  const toParagraph = (sentences: readonly Sentence[]) =>
    sentences.map((sentence) => toMarkdown(sentence, siteUrl)).join(' ')
  const notices = letter.notices ?? [...new Set(sections.flatMap((section) => section.notices))]
  return [
    `The week from ${week.from} to ${week.to}.${letter.label === undefined ? '' : ` ${letter.label} (${letter.model ?? 'a model'}).`}`,
    toParagraph(letter.story),
    ...letter.sections.flatMap(({ title, label, model, big, smaller, more, forYou, coverage }) => [
      `## ${title}`,
      `(${label}${model === undefined ? '' : `, ${model}`})`,
      ...[big, ...smaller, ...(more ?? []), forYou, coverage].map(toParagraph),
    ]),
    ...(letter.connects.length > 0 ? ['## What connects them', toParagraph(letter.connects)] : []),
    ...(letter.ahead ? ['## Next Monday', toParagraph(letter.ahead)] : []),
    ...(letter.missing ? [toParagraph(letter.missing)] : []),
    '## Credits and licences',
    ...notices,
  ].filter((part) => part !== '')
}

/** @throws AppError as EditionArchive.getEditionFigures */
export async function describeFigures(
  { archive, site }: AnswerParts,
  { date, section, from }: { date: string; section: SectionName; from: number },
) {
  const { facts, sections } = await archive.getEditionFigures(date)
  const ofSection = facts.filter((fact) => fact.section === section)
  const end = from + FIGURES_AT_ONCE
  return {
    date,
    section,
    page: site.url + figuresPath(date),
    licences: sections.find(({ name }) => name === section)?.notices ?? [],
    total: ofSection.length,
    figures: ofSection.slice(from, end),
    nextFrom: end < ofSection.length ? end : null,
  }
}

/** Makes links absolute: some records are pages of the site itself. */
const toAddress = ({ href }: Span, siteUrl: string) =>
  href === undefined ? undefined : new URL(href, siteUrl).href

function toMarkdown(sentence: Sentence, siteUrl: string): string {
  return sentence
    .map((span) => {
      const address = toAddress(span, siteUrl)
      return address === undefined ? span.text : `[${span.text}](${address})`
    })
    .join('')
}
