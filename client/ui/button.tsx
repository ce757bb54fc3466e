import type { ComponentProps } from 'react'

import styles from './button.module.css'
import { classNames } from './primitives.tsx'

const VARIANTS = { primary: styles.primary, secondary: styles.secondary }

/** The look of a button, for a link that should look like one. */
export const buttonClass = (variant: keyof typeof VARIANTS = 'primary'): string =>
  classNames(styles.button, VARIANTS[variant])

/** A button. 'primary' (red) is the main action of a screen; 'secondary' is next to it or leads elsewhere. `isWide` fills the
 *  line. */
export function Button({
  variant = 'primary',
  isWide = false,
  type = 'button',
  className,
  ...rest
}: ComponentProps<'button'> & { variant?: keyof typeof VARIANTS; isWide?: boolean }) {
  const classes = classNames(buttonClass(variant), isWide && styles.wide, className)
  // oxlint-disable-next-line react/button-has-type -- the default is 'button'
  return <button type={type} className={classes} {...rest} />
}
