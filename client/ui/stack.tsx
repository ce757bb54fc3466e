import type { ComponentProps } from 'react'

import { classNames } from './class-names.ts'
import styles from './stack.module.css'

/** Things one under the other, evenly apart, each as wide as it needs to be. */
export function Stack({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames(styles.stack, className)} {...rest} />
}
