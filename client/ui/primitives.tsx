import type { ComponentProps, FormEvent, ReactNode } from 'react'

import styles from './primitives.module.css'

/** Joins the class names that apply. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** Classes that many parts share: `withScripts` shows only where scripts run, `onScreen` is not printed, `unfolded` is printed
 *  open, `rise` and `fall` color money that was gained or lost, `code` is the status above the title of an error, `unseen` only
 *  takes its place, `quiet`, `small` and `fine` are quieter words in three sizes, `textButton` is a button that looks like a
 *  link, and the last three are summaries: `explained` words, `unfolds` for a list in a letter, `unmarked` without a
 *  triangle. */
export const looks = {
  withScripts: styles.withScripts,
  onScreen: styles.onScreen,
  unfolded: styles.unfolded,
  rise: styles.rise,
  fall: styles.fall,
  code: styles.code,
  unseen: styles.unseen,
  quiet: styles.quiet,
  small: styles.small,
  fine: styles.fine,
  textButton: styles.textButton,
  explained: styles.explained,
  unfolds: styles.unfolds,
  unmarked: styles.unmarked,
}

const WIDTHS = { page: styles.page, column: styles.column }

/** The frame of a screen's content inside <main>: centered, with the gutter at the edges and room above and below.
 *  @param width  'page' for screens of several columns, 'column' for text to read */
export function Page({
  width = 'page',
  className,
  ...rest
}: ComponentProps<'div'> & { width?: keyof typeof WIDTHS }) {
  return <div className={classNames(styles.frame, WIDTHS[width], className)} {...rest} />
}

/** A raised panel with its own padding; its content sets the gaps. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames(styles.card, className)} {...rest} />
}

/** Stacks its children with even gaps, each only as wide as it needs to be. */
export function Stack({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames(styles.stack, className)} {...rest} />
}

/** Handles the submit of a form, which without scripts is sent as it is. */
export const handles = (act: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  void act()
}

/** Browsers drop the roles of table parts that CSS displays as blocks.
 *  @returns attributes that restore the role of such a part */
export const asRole = (role: 'table' | 'rowgroup' | 'row' | 'rowheader' | 'columnheader' | 'cell') => ({
  role,
})

/** A link that requests the page again at its current address, even without scripts. */
export function LoadAgain({ className, children }: { className?: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the address of the page itself
    <a className={className} href="">
      {children}
    </a>
  )
}

/** Content that is out of sight, but not `display: none`, so that screen readers get it unless it is `aria-hidden`. */
export function VisuallyHidden({
  as: Tag = 'span',
  ...rest
}: Omit<ComponentProps<'span'>, 'className' | 'ref'> & { as?: 'span' | 'div' }) {
  return <Tag className={styles.hidden} {...rest} />
}

/** An arrow before a change, beside its sign. It is drawn, since not every font has one. */
export function Arrow({ isUp }: { isUp: boolean }) {
  return (
    <svg className={styles.arrow} viewBox="0 0 10 8" aria-hidden="true">
      <path d={isUp ? 'M0 8 5 0l5 8z' : 'M0 0h10L5 8z'} fill="currentColor" />
    </svg>
  )
}

/** A quieter paragraph, whose links stand out. */
export function QuietText({ className, ...rest }: ComponentProps<'p'>) {
  return <p className={classNames(styles.quiet, styles.quietText, className)} {...rest} />
}
