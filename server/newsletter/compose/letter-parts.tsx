import { Link, Text } from 'react-email'
import type { CSSProperties, ReactNode } from 'react'

import type { Sentence } from './spans.ts'
import { fonts, light } from './theme.ts'

const paragraph: CSSProperties = {
  margin: '0 0 12px',
  fontFamily: fonts.body,
  fontSize: '17px',
  lineHeight: '27px',
  color: light.text,
}

/** A full-width cell. react-email's Section puts the class on the table and the style on the cell inside it, where the
 *  dark colours and the narrow sides would miss it. */
export function Cell({
  children,
  className,
  style,
}: {
  children: ReactNode
  className: string
  style: CSSProperties
}) {
  return (
    <table align="center" width="100%" border={0} cellPadding={0} cellSpacing={0} role="presentation">
      <tbody>
        <tr>
          <td className={className} style={style}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** One block of the letter, its sides kept free. */
export function Block({
  children,
  top = 24,
  bottom = 24,
}: {
  children: ReactNode
  top?: number
  bottom?: number
}) {
  return (
    <Cell className="pad" style={{ padding: `${top}px 32px ${bottom}px` }}>
      {children}
    </Cell>
  )
}

export function Paragraph({ children, quiet = 'no' }: { children: ReactNode; quiet?: 'yes' | 'no' }) {
  return quiet === 'yes' ? (
    <Text
      className="quiet"
      style={{ ...paragraph, fontSize: '15px', lineHeight: '23px', color: light.quiet, margin: '0 0 10px' }}
    >
      {children}
    </Text>
  ) : (
    <Text className="text" style={paragraph}>
      {children}
    </Text>
  )
}

/** A heading of the letter. */
export function Title({ children, level }: { children: ReactNode; level: 'h1' | 'h2' | 'h3' }) {
  const Tag = level
  const size = { h1: ['30px', '36px'], h2: ['21px', '28px'], h3: ['18px', '25px'] }[level]
  return (
    <Tag
      className="text"
      style={{
        margin: level === 'h1' ? '0 0 14px' : '0 0 10px',
        fontFamily: fonts.display,
        fontSize: size[0],
        lineHeight: size[1],
        fontWeight: 700,
        letterSpacing: level === 'h1' ? '-0.01em' : 'normal',
        color: light.text,
      }}
    >
      {children}
    </Tag>
  )
}

/** A sentence with its figures linked to their records. */
export function Words({ sentence }: { sentence: Sentence }) {
  return sentence.map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // A sentence never changes its order: its place is its identity.
      // oxlint-disable-next-line react/no-array-index-key -- rendered once, never reordered
      <Figure key={index} href={href}>
        {text}
      </Figure>
    ),
  )
}

function Figure({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="text" href={href} style={{ color: light.text, textDecoration: 'underline' }}>
      {children}
    </Link>
  )
}

/** A link that stands alone, large enough for a thumb. */
export function TapTarget({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      className="action"
      href={href}
      style={{
        display: 'inline-block',
        padding: '11px 18px 11px 0',
        fontFamily: fonts.body,
        fontSize: '16px',
        lineHeight: '22px',
        fontWeight: 600,
        color: light.action,
        textDecoration: 'underline',
      }}
    >
      {children}
    </Link>
  )
}
