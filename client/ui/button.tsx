import type { ComponentProps } from 'react'
import { Link } from 'react-router'

import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary'

/** A button. 'primary' (red) is the one action of a screen; 'secondary' stands beside it or leads elsewhere.
 *  `isWide` fills the line. */
export function Button({
  variant = 'primary',
  isWide = false,
  type = 'button',
  className,
  ...rest
}: ComponentProps<'button'> & { variant?: ButtonVariant; isWide?: boolean }) {
  return (
    // oxlint-disable-next-line react/button-has-type -- the default is 'button'
    <button type={type} className={buttonClass({ variant, isWide, className })} {...rest} />
  )
}

/** A link within the site that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  isWide = false,
  className,
  ...rest
}: ComponentProps<typeof Link> & { variant?: ButtonVariant; isWide?: boolean }) {
  return <Link className={buttonClass({ variant, isWide, className })} {...rest} />
}

function buttonClass(look: {
  variant: ButtonVariant
  isWide: boolean
  className: string | undefined
}): string {
  return classNames(styles['button'], styles[look.variant], look.isWide && styles['wide'], look.className)
}
