import { Link, Text } from 'react-email'
import type { CSSProperties } from 'react'

import type { FindingWords, InsiderWords, TableRow } from './insider-words.ts'
import { insiderText } from './fixed-text.ts'
import { Block, Cell, Paragraph, TapTarget, Title, Words } from './letter-parts.tsx'
import { fonts, light } from './theme.ts'

const KINDS = {
  bought: { label: '+ Bought', className: 'rise', color: light.rise },
  sold: { label: '− Sold', className: 'fall', color: light.fall },
  cluster: { label: '+ Bought by several', className: 'rise', color: light.rise },
} as const

/** The insider section. */
export function InsiderPart({ words }: { words: InsiderWords }) {
  return (
    <>
      <Block bottom={8}>
        <Title level="h1">{insiderText.title}</Title>
        {words.lead.map((sentence) => (
          <Paragraph key={sentence[0]?.text}>
            <Words sentence={sentence} />
          </Paragraph>
        ))}
        {words.findings.length > 0 && <Paragraph quiet="yes">{insiderText.what}</Paragraph>}
      </Block>
      {words.findings.map((finding) => (
        <Finding key={finding.id} finding={finding} />
      ))}
      {words.table.length > 0 && <ExactTable rows={words.table} />}
      <Block>
        <Title level="h2">{insiderText.meaningTitle}</Title>
        {insiderText.meaning.map((text) => (
          <Paragraph key={text}>{text}</Paragraph>
        ))}
      </Block>
      <Block top={0}>
        <Title level="h2">{insiderText.coverageTitle}</Title>
        {words.coverage.map((sentence) => (
          <Paragraph key={sentence.map(({ text }) => text).join('')} quiet="yes">
            <Words sentence={sentence} />
          </Paragraph>
        ))}
      </Block>
    </>
  )
}

function Finding({ finding }: { finding: FindingWords }) {
  const kind = KINDS[finding.kind]
  return (
    <Block top={0} bottom={0}>
      <Cell className="line" style={{ borderTop: `1px solid ${light.line}`, padding: '20px 0 6px' }}>
        <Text
          className={kind.className}
          style={{
            margin: '0 0 2px',
            fontFamily: fonts.body,
            fontSize: '15px',
            lineHeight: '22px',
            fontWeight: 700,
            color: kind.color,
          }}
        >
          {kind.label}
        </Text>
        <Title level="h2">{finding.company}</Title>
        <Text style={{ margin: '0 0 8px', lineHeight: '38px' }}>
          <Link
            className="text figure"
            href={finding.value.href ?? ''}
            style={{
              fontFamily: fonts.display,
              fontSize: '34px',
              lineHeight: '38px',
              fontWeight: 700,
              letterSpacing: '-0.01em',
              color: light.text,
              textDecoration: 'none',
            }}
          >
            {finding.value.text}
          </Link>
        </Text>
        <Paragraph>
          {finding.sentences.map((sentence, index) => (
            // Sentences keep their order: a place is an identity.
            // oxlint-disable-next-line react/no-array-index-key -- rendered once, never reordered
            <span key={index}>
              {index > 0 && ' '}
              <Words sentence={sentence} />
            </span>
          ))}
        </Paragraph>
        {finding.filings.length > 1 && <Paragraph quiet="yes">{insiderText.severalFilings}</Paragraph>}
        {finding.filings.map(({ text, href }) => (
          <TapTarget key={href} href={href}>
            {text}
          </TapTarget>
        ))}
      </Cell>
    </Block>
  )
}

const cell: CSSProperties = {
  padding: '11px 0',
  verticalAlign: 'top',
  fontFamily: fonts.body,
  fontSize: '15px',
  lineHeight: '22px',
  color: light.text,
}
const cellAtEnd: CSSProperties = {
  ...cell,
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
  paddingLeft: '12px',
}

function ExactTable({ rows }: { rows: readonly TableRow[] }) {
  const border = { borderTop: `1px solid ${light.line}` }
  return (
    <Block>
      <Title level="h2">{insiderText.tableTitle}</Title>
      <table
        width="100%"
        cellPadding={0}
        cellSpacing={0}
        style={{ borderCollapse: 'collapse', width: '100%' }}
      >
        <thead>
          <tr>
            <th scope="col" className="quiet" style={{ ...cell, color: light.quiet, textAlign: 'left' }}>
              Who
            </th>
            <th scope="col" className="quiet" style={{ ...cellAtEnd, color: light.quiet }}>
              Dollars, exactly
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="text line" style={{ ...cell, ...border }}>
                <strong>{row.company}</strong>{' '}
                <span
                  className={KINDS[row.side].className}
                  style={{ color: KINDS[row.side].color, fontWeight: 600 }}
                >
                  {row.side === 'bought' ? '+ bought' : '− sold'}
                </span>
                <br />
                <span className="quiet" style={{ color: light.quiet }}>
                  {row.owner.replace(/,$/, '')}
                </span>
              </td>
              <td className="text line" style={{ ...cellAtEnd, ...border }}>
                <Words sentence={[row.value]} />
                <br />
                <span className="quiet" style={{ color: light.quiet, whiteSpace: 'nowrap' }}>
                  <Words sentence={row.detail} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Block>
  )
}
