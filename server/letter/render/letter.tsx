import type { CSSProperties } from 'react'

import { editionPath } from '../../../shared/edition-address.ts'
import { formatDay, formatLongDay } from '../../../shared/format-date.ts'
import type { LetterContent } from '../../../shared/edition-contract.ts'
import { noteLabel, noteTitle } from '../../../shared/edition-label.ts'
import type { EditionInput } from '../edition-input.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../../sending/deliveries/recipient-mail.ts'
import * as fixed from './fixed-text.ts'
import { Block, Cell, Panel, Quiet, Sentences, Space, TapTarget, Title } from './letter-parts.tsx'
import { listPages } from './letter-links.ts'
import { SectionPart, TitledBlock } from './section-part.tsx'
import { light, listStyleSheets } from './theme.ts'

/** The whole letter: one column, readable even if styles or pictures are dropped. */
export function Letter({ input, letter }: { input: EditionInput; letter: LetterContent }) {
  const { content } = input
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <title>{content.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {listStyleSheets().map((sheet) => (
          <style key={sheet}>{sheet}</style>
        ))}
      </head>
      <body className="ground" style={{ margin: 0, padding: 0, backgroundColor: light.ground }}>
        {/* Mail programs drop attributes of html and body, and some drop an article element. */}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above */}
        <div role="article" aria-roledescription="email" aria-label={content.subject} lang="en" dir="ltr">
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
                    <Masthead input={input} letter={letter} />
                    <Corrections input={input} letter={letter} />
                    <Lines input={input} letter={letter} />
                    {letter.sections.map((section) => (
                      <SectionPart key={section.name} input={input} section={section} />
                    ))}
                    <Connects input={input} letter={letter} />
                    <Ahead input={input} letter={letter} />
                    <Forward input={input} />
                    <Foot input={input} letter={letter} />
                  </td>
                </tr>
              </tbody>
            </table>
            <div data-mso="column-end" />
          </Cell>
        </div>
      </body>
    </html>
  )
}

const BIG: CSSProperties = { margin: '0 0 8px', fontSize: '19px', lineHeight: '29px' }

function Masthead({ input, letter }: { input: EditionInput; letter: LetterContent }) {
  const { site, content } = input
  const editor = fixed.describeEditor(letter)
  return (
    <Block padding="24px 24px 16px">
      <table width="100%" border={0} cellPadding={0} cellSpacing={0} role="presentation">
        <tbody>
          <tr>
            <td
              className="display rule"
              style={{ paddingBottom: '10px', borderBottom: `2px solid ${light.text}` }}
            >
              <a href={`${site.url}/`} style={{ color: light.text, fontWeight: 800, textDecoration: 'none' }}>
                {site.name}
              </a>
            </td>
            <td
              className="quiet rule"
              align="right"
              style={{
                paddingBottom: '10px',
                borderBottom: `2px solid ${light.text}`,
                fontSize: '14px',
                color: light.quiet,
              }}
            >
              {formatLongDay(content.slotDate)}
            </td>
          </tr>
        </tbody>
      </table>
      {editor && (
        <Quiet>
          <p style={{ margin: '8px 0 0' }}>{editor}</p>
        </Quiet>
      )}
      <Space height={16} />
      <Title level="h1" size="story">
        {letter.headline}
      </Title>
      {letter.also && (
        <Quiet>
          <p style={{ margin: '0 0 12px' }}>
            <Sentences sentences={letter.also} base={site.url} />
          </p>
        </Quiet>
      )}
      <Note letter={letter} />
      <p style={BIG}>
        {letter.story.length > 0 && `${fixed.greeting} `}
        <Sentences sentences={letter.story} base={site.url} />
      </p>
    </Block>
  )
}

/** A person's words, which the check of figures does not cover, so they are signed and labelled. */
function Note({ letter: { byPerson } }: { letter: LetterContent }) {
  const note = byPerson?.note
  if (!note) return null
  return (
    <>
      <Panel>
        <Title level="h2">{noteTitle(note.by)}</Title>
        <p style={{ margin: 0 }}>{note.text}</p>
        <Quiet>
          <p style={{ margin: 0 }}>{noteLabel}</p>
        </Quiet>
      </Panel>
      <Space height={16} />
    </>
  )
}

/** Readers who got the error also get the correction. */
function Corrections({ input, letter: { corrections } }: { input: EditionInput; letter: LetterContent }) {
  if (corrections.length === 0) return null
  return (
    <Block padding="0 24px 16px">
      <Panel>
        <Title level="h2">{fixed.correctionsTitle}</Title>
        {corrections.map(({ slotDate, text }) => (
          <p key={slotDate + text} style={{ margin: 0 }}>
            <a href={`${input.site.url}${editionPath(slotDate)}`} style={{ color: light.text }}>
              {fixed.wasWrong(formatDay(slotDate))}
            </a>{' '}
            {text}
          </p>
        ))}
      </Panel>
    </Block>
  )
}

/** A line for each section, with a link to it on the page. */
function Lines({ input, letter }: { input: EditionInput; letter: LetterContent }) {
  const titles = new Map(letter.sections.map(({ name, title }) => [name, title]))
  return (
    <Block padding="8px 24px">
      <Title level="h2">{fixed.linesTitle}</Title>
      {/* Some mail programs no longer treat a list as one if its markers are removed. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- as above */}
      <ul role="list" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {letter.lines.map(({ section, sentences }) => (
          // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- as above
          <li key={section} role="listitem" className="cell" style={{ margin: 0 }}>
            <strong>{titles.get(section)}:</strong> <Sentences sentences={sentences} base={input.site.url} />
          </li>
        ))}
      </ul>
    </Block>
  )
}

function Connects({ input: { site }, letter: { connects } }: { input: EditionInput; letter: LetterContent }) {
  if (connects.length === 0) return null
  return (
    <TitledBlock title={fixed.connectsTitle}>
      <p>
        <Sentences sentences={connects} base={site.url} />
      </p>
    </TitledBlock>
  )
}

/** What is to come, followed by which days the letter covers and how it was made. */
function Ahead({ input: { site, content }, letter }: { input: EditionInput; letter: LetterContent }) {
  return (
    <Block padding="8px 24px">
      {letter.ahead && (
        <>
          <Title level="h2">{fixed.aheadTitle}</Title>
          <p>
            <Sentences sentences={letter.ahead} base={site.url} /> {fixed.goodbye}
          </p>
        </>
      )}
      <Quiet>
        <p>
          {fixed.whatItReads(formatDay(content.week.from), formatDay(content.week.to), letter)}{' '}
          <Sentences sentences={letter.missing ?? []} base={site.url} />
        </p>
      </Quiet>
    </Block>
  )
}

function Forward({ input: { site } }: { input: EditionInput }) {
  return (
    <Block padding="8px 24px">
      <Cell
        className="line"
        style={{
          borderTop: `1px solid ${light.line}`,
          borderBottom: `1px solid ${light.line}`,
          padding: '18px 0',
        }}
      >
        <Title level="h2">{fixed.forwardTitle}</Title>
        <p style={{ margin: 0 }}>
          {fixed.forwardText}{' '}
          <a href={`${site.url}/`} style={{ color: light.action }} className="action-words">
            {fixed.getYourOwn}
          </a>
        </p>
      </Cell>
    </Block>
  )
}

function Foot({ input, letter }: { input: EditionInput; letter: LetterContent }) {
  const { site, content } = input
  return (
    <Block padding="16px 24px 40px">
      <Quiet>
        <h2 className="foot-title">{fixed.methodTitle}</h2>
        <p>{fixed.describeMethod(letter)}</p>
      </Quiet>
      {listPages(input).map(({ text, href }) => (
        <TapTarget key={href} href={href}>
          {text}
        </TapTarget>
      ))}
      <Quiet>
        <h2 className="foot-title">{fixed.disclaimerTitle}</h2>
        {[
          ...fixed.disclaimer,
          ...fixed.listNotices(content, letter),
          fixed.whyYouGetThis(site.name, site.url),
        ].map((text) => (
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
