import type { CSSProperties, ReactNode } from 'react'

import type { Sentence, Span } from '../../../shared/edition-contract.ts'
import { linkWords } from '../../../shared/link-words.ts'
import { bodyFont, light, RED } from './theme.ts'

/** A full-width cell: programs that know no padding on other elements know it here. */
export function Cell({
  children,
  className,
  style,
}: {
  children?: ReactNode
  className: string
  style: CSSProperties
}) {
  return (
    <table width="100%" border={0} cellPadding={0} cellSpacing={0} role="presentation">
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

const onGround = { fontFamily: bodyFont, fontSize: '17px', lineHeight: '27px', color: light.text }
const onCard = { ...onGround, backgroundColor: light.card, borderTop: `1px solid ${light.line}` }

/** A block on the ground, its sides kept free. */
export function Block({ children, padding }: { children: ReactNode; padding: string }) {
  return (
    <Cell className="pad text" style={{ padding, ...onGround }}>
      {children}
    </Cell>
  )
}

/** A part of the letter, apart from the others. */
export function Card({ children }: { children: ReactNode }) {
  return (
    <>
      <Cell className="pad card text line" style={{ padding: '32px 32px 20px', ...onCard }}>
        {children}
      </Cell>
      <Space height={16} />
    </>
  )
}

/** @param height  in px */
export function Space({ height }: { height: number }) {
  return <div style={{ fontSize: 0, lineHeight: `${height}px` }}>&nbsp;</div>
}

/** The short red bar over a title. */
export function Bar() {
  return (
    <>
      <table width="48" border={0} cellPadding={0} cellSpacing={0} role="presentation">
        <tbody>
          <tr>
            <td width="48" style={{ backgroundColor: RED, fontSize: 0, lineHeight: '4px' }}>
              &nbsp;
            </td>
          </tr>
        </tbody>
      </table>
      <Space height={14} />
    </>
  )
}

/** Aside of what is told: where it comes from, what was left out. Paragraphs in it take its look. */
export function Quiet({ children }: { children: ReactNode }) {
  return (
    <div className="quiet" style={{ fontSize: '15px', lineHeight: '23px', color: light.quiet }}>
      {children}
    </div>
  )
}

const SIZES = {
  day: ['32px', '38px', '8px'],
  section: ['28px', '34px', '4px'],
  small: ['19px', '26px', '8px'],
} as const

interface TitleProps {
  readonly children: ReactNode
  readonly level: 'h1' | 'h2' | 'h3'
  readonly size?: keyof typeof SIZES
}

export function Title({ children, level, size = 'small' }: TitleProps) {
  const Tag = level
  const [fontSize, lineHeight, below] = SIZES[size]
  return (
    <Tag className="display" style={{ margin: `0 0 ${below}`, fontSize, lineHeight }}>
      {children}
    </Tag>
  )
}

/** A sentence with its figures linked to their records. */
export function Words({ sentence }: { sentence: Sentence }) {
  return linkWords(sentence).map(({ text, href, label }, index) =>
    href === undefined ? (
      text
    ) : (
      // A sentence never changes its order: its place is its identity.
      // oxlint-disable-next-line react/no-array-index-key -- rendered once, never reordered
      <a key={index} href={href} style={{ color: light.text }} aria-label={label}>
        {text}
      </a>
    ),
  )
}

/** Sentences as one paragraph. */
export function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  return sentences.map((sentence, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- rendered once, never reordered
    <Words key={index} sentence={index === 0 ? sentence : [{ text: ' ' }, ...sentence]} />
  ))
}

/** A figure leads to its record. */
export function Figure({ span, style }: { span: Span; style?: CSSProperties }) {
  return (
    <a href={span.href} style={{ color: light.text, ...style }}>
      {span.text}
    </a>
  )
}

/** A link that stands alone, large enough for a thumb.
 *  @param label  what is read out, where others have the same words; it begins with them */
export function TapTarget({ href, label, children }: { href: string; label?: string; children: ReactNode }) {
  return (
    <>
      <a className="action" href={href} style={{ color: light.action }} aria-label={label}>
        {children}
      </a>{' '}
    </>
  )
}
