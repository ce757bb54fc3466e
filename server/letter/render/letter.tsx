import { formatDay, formatLongDay } from '../../../shared/format-date.ts'
import type { SectionContent } from '../../../shared/edition-contract.ts'
import type { EditionInput } from '../edition-input.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../../sending/deliveries/recipient-mail.ts'
import {
  contentsTitle,
  disclaimer,
  disclaimerTitle,
  method,
  methodTitle,
  missingThisWeek,
  nothingToShow,
  whatItReads,
  whyYouGetThis,
  markTone,
} from './fixed-text.ts'
import { Bar, Block, Card, Cell, Figure, Quiet, TapTarget, Title } from './letter-parts.tsx'
import { listPages } from './letter-links.ts'
import { SectionPart, toneColor } from './section-part.tsx'
import type { LetterSection } from './shorten-content.ts'
import { light, listStyleSheets } from './theme.ts'

/** What one setting of the letter is made from. */
export interface LetterProps {
  readonly input: EditionInput
  /** As much of each section as is shown. */
  readonly parts: readonly LetterSection[]
}

/** The whole letter: one column, readable where styles or pictures are dropped. */
export function Letter({ input, parts }: LetterProps) {
  const { content } = input
  return (
    <html lang="en">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <title>{content.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {listStyleSheets().map((sheet) => (
          <style key={sheet}>{sheet}</style>
        ))}
        <meta name="mso-styles" />
      </head>
      <body className="ground" style={{ margin: 0, padding: 0, backgroundColor: light.ground }}>
        <div style={{ display: 'none', fontSize: '1px', lineHeight: '1px', color: light.ground }}>
          {content.preheader}
        </div>
        <Cell className="ground" style={{ backgroundColor: light.ground }}>
          <div data-mso="column" />
          <table
            align="center"
            width="100%"
            border={0}
            cellPadding={0}
            cellSpacing={0}
            role="presentation"
            style={{ maxWidth: '600px', margin: '0 auto' }}
          >
            <tbody>
              <tr>
                <td>
                  <Masthead input={input} />
                  <Contents sections={content.sections} />
                  {parts.map((part) => (
                    <SectionPart key={part.section.name} input={input} part={part} />
                  ))}
                  <Foot input={input} />
                </td>
              </tr>
            </tbody>
          </table>
          <div data-mso="column-end" />
        </Cell>
      </body>
    </html>
  )
}

function Masthead({ input }: { input: EditionInput }) {
  const { site, content } = input
  return (
    <Block padding="32px 32px 12px">
      <Bar />
      <p
        className="display"
        style={{ margin: '0 0 12px', fontSize: '20px', lineHeight: '26px', fontWeight: 800 }}
      >
        {site.name}
      </p>
      <Title level="h1" size="day">
        {formatLongDay(content.slotDate)}
      </Title>
      <p style={{ margin: '0 0 4px' }}>
        {whatItReads(formatDay(content.week.from), formatDay(content.week.to))}
      </p>
      {listPages(input).map(({ text, href }) => (
        <TapTarget key={href} href={href}>
          {text}
        </TapTarget>
      ))}
    </Block>
  )
}

/** A line for each section: what stands first in it. */
function Contents({ sections }: { sections: readonly SectionContent[] }) {
  return (
    <Card>
      <Title level="h2">{contentsTitle}</Title>
      <table width="100%" border={0} cellPadding={6} cellSpacing={0} role="presentation">
        <tbody>
          {sections.map((section) => (
            <ContentsLine key={section.name} section={section} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function ContentsLine({ section: { title, state, findings } }: { section: SectionContent }) {
  const [first] = findings
  const instead = state === 'ready' ? nothingToShow : missingThisWeek
  return (
    <tr>
      <td className="cell topic">
        <strong>{title}</strong>
        <br />
        {first ? (
          <>
            {first.title}
            <br />
            <span
              className={first.tone === 'plain' ? 'quiet' : first.tone}
              style={{ color: toneColor(first.tone) }}
            >
              {markTone(first)}
            </span>
          </>
        ) : (
          <span className="quiet" style={{ color: light.quiet }}>
            {instead}
          </span>
        )}
      </td>
      <td className="cell end thumb first" width="42%" align="right">
        {first && (
          <Figure span={first.figure} style={{ fontSize: '19px', lineHeight: '24px', fontWeight: 700 }} />
        )}
      </td>
    </tr>
  )
}

function Foot({ input: { site } }: { input: EditionInput }) {
  return (
    <Block padding="24px 32px 40px">
      <Title level="h2">{methodTitle}</Title>
      <Quiet>
        {method.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Quiet>
      <Title level="h2">{disclaimerTitle}</Title>
      <Quiet>
        {[...disclaimer, whyYouGetThis(site.name, site.url)].map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Quiet>
      <TapTarget href={UNSUBSCRIBE_URL_SLOT}>Unsubscribe</TapTarget>
      <TapTarget href={`${site.url}/`}>Website</TapTarget>
      <TapTarget href={`${site.url}/privacy-policy`}>Privacy</TapTarget>
      <TapTarget href={`mailto:${site.contactEmail}`}>Contact</TapTarget>
      <Quiet>
        {site.operatorName}
        <br />
        {site.postalAddress}
      </Quiet>
    </Block>
  )
}
