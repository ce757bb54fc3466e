import type { ComponentProps } from 'react'

import { classNames } from './class-names.ts'
import styles from './page.module.css'

const WIDTHS = { page: styles.page, column: styles.column }

/** The frame of a screen's content inside <main>: centred, with the gutter at the edges and room above and below.
 *  @param width  'page' for screens of several columns, 'column' for text to read */
export function Page({
  width = 'page',
  className,
  ...rest
}: ComponentProps<'div'> & { width?: keyof typeof WIDTHS }) {
  return <div className={classNames(styles.frame, WIDTHS[width], className)} {...rest} />
}
