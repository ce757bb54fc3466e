import type { CSSProperties, ReactNode } from 'react'

import type { Sentence } from '../../../shared/edition-contract.ts'
import { linkWords } from '../../../shared/link-words.ts'
import { addressOf } from './letter-links.ts'
import { bodyFont, light } from './theme.ts'

/** A full-width cell, since some programs support padding only on table cells. */
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

/** A block on the letter's background, with margins at its sides. */
export function Block({ children, padding }: { children: ReactNode; padding: string }) {
  return (
    <Cell className="pad text" style={{ padding, ...onGround }}>
      {children}
    </Cell>
  )
}

/** Highlights a person's note, a correction, or what a section means for the reader. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <Cell
      className="panel"
      style={{ padding: '14px 16px', backgroundColor: light.panel, borderLeft: `4px solid ${light.bar}` }}
    >
      {children}
    </Cell>
  )
}

/** @param height  in px */
export function Space({ height }: { height: number }) {
  return <div style={{ fontSize: 0, lineHeight: `${height}px` }}>&nbsp;</div>
}

/** Secondary text: where the story comes from, what was left out. Its paragraphs take its style. */
export function Quiet({ children }: { children: ReactNode }) {
  return (
    <div className="quiet" style={{ fontSize: '15px', lineHeight: '23px', color: light.quiet }}>
      {children}
    </div>
  )
}

const SIZES = {
  story: ['36px', '40px', '16px'],
  section: ['24px', '30px', '8px'],
  small: ['19px', '26px', '8px'],
} as const

interface TitleProps {
  readonly children: ReactNode
  readonly level: 'h1' | 'h2'
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

/** A sentence with its figures linked to their records.
 *  @param base  scheme and host of the site, for links to its own pages */
export function Words({ sentence, base }: { sentence: Sentence; base: string }) {
  return linkWords(sentence).map(({ text, href, label }, index) =>
    href === undefined ? (
      text
    ) : (
      // A sentence never changes its order: its place is its identity.
      // oxlint-disable-next-line react/no-array-index-key -- rendered once, never reordered
      <a key={index} href={addressOf(href, base)} style={{ color: light.text }} aria-label={label}>
        {text}
      </a>
    ),
  )
}

/** Sentences as one paragraph. */
export function Sentences({ sentences, base }: { sentences: readonly Sentence[]; base: string }) {
  return sentences.map((sentence, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- rendered once, never reordered
    <Words key={index} sentence={index === 0 ? sentence : [{ text: ' ' }, ...sentence]} base={base} />
  ))
}

/** A separate link, large enough for a thumb.
 *  @param label  what screen readers say, if others have the same words; begins with the visible words */
export function TapTarget({ href, label, children }: { href: string; label?: string; children: ReactNode }) {
  return (
    <>
      <a className="action" href={href} style={{ color: light.action }} aria-label={label}>
        {children}
      </a>{' '}
    </>
  )
}
