import { Body, Container, Head, Html, Link, Text } from 'react-email'

import { formatLongDay } from '../../../shared/format-date.ts'
import type { EditionInput } from '../edition-input.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../recipient-slots.ts'
import {
  AUTOMATED,
  AUTOMATED_LABEL,
  disclaimer,
  disclaimerTitle,
  method,
  methodTitle,
  SECTION_TITLES,
  unavailable,
  whyYouGetThis,
} from './fixed-text.ts'
import { InsiderPart } from './insider-part.tsx'
import { putInsidersIntoWords } from './insider-words.ts'
import { Block, Cell, Paragraph, TapTarget, Title } from './letter-parts.tsx'
import { fonts, light, styleSheet } from './theme.ts'

export interface LetterProps {
  readonly input: EditionInput
  readonly subject: string
  readonly preheader: string
}

/** The whole letter: one column, no images, readable where styles are dropped. */
export function Letter({ input, subject, preheader }: LetterProps) {
  const { site, slotDate, sections } = input
  return (
    <Html lang="en">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{styleSheet()}</style>
      </Head>
      <Body className="ground" style={{ margin: 0, padding: 0, backgroundColor: light.ground }}>
        <div style={{ display: 'none', overflow: 'hidden', maxHeight: 0, maxWidth: 0, opacity: 0 }}>
          {preheader}
        </div>
        <Cell className="ground" style={{ backgroundColor: light.ground }}>
          <div data-mso="column" />
          <Container style={{ maxWidth: '600px', width: '100%', margin: '0 auto' }}>
            <Block top={28} bottom={16}>
              <Text
                className="text"
                style={{
                  margin: 0,
                  fontFamily: fonts.display,
                  fontSize: '22px',
                  lineHeight: '28px',
                  fontWeight: 800,
                  color: light.text,
                }}
              >
                <Link
                  className="text"
                  href={`${site.url}/`}
                  style={{ color: light.text, textDecoration: 'none' }}
                >
                  {site.name}
                </Link>
              </Text>
              <Text
                className="quiet"
                style={{
                  margin: '2px 0 0',
                  fontFamily: fonts.body,
                  fontSize: '15px',
                  lineHeight: '23px',
                  color: light.quiet,
                }}
              >
                {formatLongDay(slotDate)} · {AUTOMATED_LABEL}
              </Text>
            </Block>
            <Cell className="card" style={{ backgroundColor: light.card, borderTop: '4px solid #d92d20' }}>
              {sections.map((section) =>
                section.state === 'ready' ? (
                  <InsiderPart key={section.name} words={putInsidersIntoWords(section.analysis)} />
                ) : (
                  <Block key={section.name}>
                    <Title level="h1">{SECTION_TITLES[section.name]}</Title>
                    <Paragraph>{unavailable(section.name, section.source)}</Paragraph>
                  </Block>
                ),
              )}
              <Block top={0}>
                <Title level="h2">{methodTitle}</Title>
                {[AUTOMATED, ...method].map((text) => (
                  <Paragraph key={text} quiet="yes">
                    {text}
                  </Paragraph>
                ))}
              </Block>
            </Cell>
            <Foot site={site} />
          </Container>
          <div data-mso="column-end" />
        </Cell>
      </Body>
    </Html>
  )
}

function Foot({ site }: { site: EditionInput['site'] }) {
  return (
    <Block bottom={40}>
      <Title level="h3">{disclaimerTitle}</Title>
      {[...disclaimer, whyYouGetThis(site.name, site.url)].map((text) => (
        <Paragraph key={text} quiet="yes">
          {text}
        </Paragraph>
      ))}
      <TapTarget href={UNSUBSCRIBE_URL_SLOT}>Unsubscribe</TapTarget>
      <TapTarget href={`${site.url}/`}>Website</TapTarget>
      <TapTarget href={`${site.url}/privacy-policy`}>Privacy</TapTarget>
      <TapTarget href={`mailto:${site.contactEmail}`}>Contact</TapTarget>
      <Paragraph quiet="yes">
        {site.operatorName}
        <br />
        {site.postalAddress}
      </Paragraph>
    </Block>
  )
}
