/** A page as it is sent; `html` is empty if it redirects. */
export interface RenderedPage {
  readonly status: number
  readonly html: string
  /** Set if the status is a redirect. */
  readonly location: string | undefined
  /** Seconds, if the page knows when to try again. */
  readonly retryAfter?: string | undefined
  /** True if the page says that data is still loading, or lacks a part of it. */
  readonly isUnfinished?: boolean
}
