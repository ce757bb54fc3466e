import { pageData } from '../../../../page-data.js'
import { StockPage } from '../../../../stock-page.jsx'

/** Rendered at most once in half a minute, as our own pages are, and otherwise sent from Next's cache. */
export const revalidate = 30
export const generateStaticParams = () => []

export default function Page() {
  return <StockPage {...pageData} />
}
