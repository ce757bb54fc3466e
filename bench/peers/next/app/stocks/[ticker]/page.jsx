import { pageData } from '../../../../page-data.js'
import { StockPage } from '../../../../stock-page.jsx'

/** Rendered for each request. */
export const dynamic = 'force-dynamic'

export default function Page() {
  return <StockPage {...pageData} />
}
