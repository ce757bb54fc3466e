import type { ComponentProps } from 'react'

import styles from './card.module.css'
import { classNames } from './class-names.ts'

/** A raised panel for something that is a thing of its own. Brings its padding; the content brings its gaps. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames(styles.card, className)} {...rest} />
}
