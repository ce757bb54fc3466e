import type {
  FindingContent,
  SectionContent,
  Sentence,
  TableContent,
} from '../../../shared/edition-contract.ts'
import type { EditionInput } from '../edition-input.ts'
import {
  coverageTitle,
  LABELS,
  meaningTitle,
  missingThisWeek,
  moreFailed,
  moreOnThePage,
  markTone,
} from './fixed-text.ts'
import { chartPicture, sectionPage } from './letter-links.ts'
import { Bar, Card, Cell, Figure, Quiet, Sentences, Space, TapTarget, Title, Words } from './letter-parts.tsx'
import type { LetterSection } from './shorten-content.ts'
import { light } from './theme.ts'

/** One of the five sections, whatever it tells of. */
export function SectionPart({ input, part }: { input: EditionInput; part: LetterSection }) {
  const { section, isShortened, hidesFailures } = part
  const { chart, table } = section
  return (
    <Card>
      <Head section={section} />
      <Summary sentences={section.summary} />
      {chart && (
        <Picture src={chartPicture(input, section.name)} alt={chart.alt.map(({ text }) => text).join('')} />
      )}
      {section.findings.length > 0 && <Findings findings={section.findings} />}
      {table && table.rows.length > 0 && <Figures table={table} />}
      {section.meaning.length > 0 && <Meaning texts={section.meaning} />}
      <Aside section={section} hidesFailures={hidesFailures} />
      {isShortened && (
        <TapTarget href={sectionPage(input, section.name)} label={`${moreOnThePage}: ${section.title}`}>
          {moreOnThePage}
        </TapTarget>
      )}
    </Card>
  )
}

function Head({ section: { title, state, label } }: { section: SectionContent }) {
  return (
    <>
      <Bar />
      <Title level="h2" size="section">
        {title}
      </Title>
      <Quiet>
        <p>{state === 'ready' ? LABELS[label] : missingThisWeek}</p>
      </Quiet>
    </>
  )
}

/** What was read and what was not, and what stands beside these figures. */
function Aside({
  section: { coverage, notices },
  hidesFailures,
}: {
  section: SectionContent
  hidesFailures: boolean
}) {
  return (
    <>
      {coverage.length > 0 && (
        <p style={{ margin: '0 0 4px', fontSize: '15px', lineHeight: '23px' }}>
          <strong>{coverageTitle}</strong>
        </p>
      )}
      <Quiet>
        {coverage.map((sentence) => (
          <p key={sentence.map(({ text }) => text).join('')}>
            <Words sentence={sentence} />
          </p>
        ))}
        {hidesFailures && <p>{moreFailed}</p>}
        {notices.length > 0 && <p>{notices.join(' ')}</p>}
      </Quiet>
    </>
  )
}

function Findings({ findings }: { findings: readonly FindingContent[] }) {
  return (
    <table width="100%" border={0} cellPadding={0} cellSpacing={0} role="presentation">
      <tbody>
        {findings.map((finding) => (
          <tr key={finding.id}>
            <td className="line" style={{ borderTop: `1px solid ${light.line}`, padding: '20px 0 10px' }}>
              <Finding finding={finding} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The first sentence leads; each stands alone, so that a long summary is no wall. */
function Summary({ sentences: [first, ...others] }: { sentences: readonly Sentence[] }) {
  return (
    <>
      {first && (
        <p style={{ fontSize: '18px', lineHeight: '28px' }}>
          <Words sentence={first} />
        </p>
      )}
      {others.map((sentence) => (
        <p key={sentence.map(({ text }) => text).join('')}>
          <Words sentence={sentence} />
        </p>
      ))}
    </>
  )
}

function Finding({ finding }: { finding: FindingContent }) {
  const { tone, title, figure, sentences, links } = finding
  return (
    <>
      <p
        className={`kicker ${tone === 'plain' ? 'quiet' : tone}`}
        style={{ fontSize: '15px', lineHeight: '22px', color: toneColor(tone) }}
      >
        {markTone(finding)}
      </p>
      <h3 className="display" style={{ margin: '2px 0 0', fontSize: '19px', lineHeight: '26px' }}>
        {title}
      </h3>
      <p className="display figure" style={{ fontSize: '36px', lineHeight: '48px' }}>
        <Figure span={figure} />
      </p>
      {sentences.length > 0 && (
        <p style={{ margin: 0 }}>
          <Sentences sentences={sentences} />
        </p>
      )}
      {links.map(({ text, href }) => (
        <TapTarget key={`${href} ${text}`} href={href} label={`${text}: ${title}, ${figure.text}`}>
          {text}
        </TapTarget>
      ))}
    </>
  )
}

/** @returns the color of the light rendering */
export function toneColor(tone: FindingContent['tone']): string {
  return tone === 'plain' ? light.quiet : light[tone]
}

/** Its words stand in its place, readable, where pictures are off. */
function Picture({ src, alt }: { src: string; alt: string }) {
  return (
    <p style={{ margin: '16px 0 28px' }}>
      <img
        className="panel text"
        src={src}
        alt={alt}
        width="536"
        style={{
          display: 'block',
          width: '100%',
          maxWidth: '536px',
          backgroundColor: light.panel,
          color: light.text,
          fontSize: '16px',
          lineHeight: '24px',
          border: `1px solid ${light.line}`,
          boxSizing: 'border-box',
        }}
      />
    </p>
  )
}

/** Beyond this many columns figures may break, since a phone's width cannot hold them whole. */
const MAX_WHOLE_COLUMNS = 3

function Figures({ table: { title, columns, rows } }: { table: TableContent }) {
  const border = { borderTop: `1px solid ${light.line}` }
  const tight = columns.length > MAX_WHOLE_COLUMNS ? ' tight' : ''
  return (
    <Cell className="line" style={{ ...border, padding: '24px 0 20px' }}>
      <Title level="h3">{title}</Title>
      <table width="100%" border={0} cellPadding={6} cellSpacing={0}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`cell head quiet${index === 0 ? ' name' : ` end${tight}`}`}
                align={index === 0 ? 'left' : 'right'}
                style={{ color: light.quiet }}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.map((cell) => cell.map(({ text }) => text).join('')).join('|')}>
              {row.map((cell, index) => (
                <td
                  // oxlint-disable-next-line react/no-array-index-key -- a column is its place
                  key={index}
                  className={`cell${index === 0 ? ' name' : ` end${tight}`}${isFigure(cell) ? ' thumb' : ''}`}
                  align={index === 0 ? 'left' : 'right'}
                >
                  <Words sentence={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Cell>
  )
}

/** A figure alone, whose link fills the cell's height. */
function isFigure(cell: Sentence): boolean {
  return cell.length === 1 && cell[0]?.href !== undefined
}

function Meaning({ texts }: { texts: readonly string[] }) {
  return (
    <>
      <Space height={12} />
      <Cell
        className="panel"
        style={{
          padding: '20px 20px 8px',
          backgroundColor: light.panel,
          border: `1px solid ${light.panel}`,
          borderRadius: '6px',
        }}
      >
        <Title level="h3">{meaningTitle}</Title>
        <p>{texts.join(' ')}</p>
      </Cell>
      <Space height={20} />
    </>
  )
}
