import { pageData } from '../../../../page-data.js'
import { StockPage } from '../../../../stock-page.jsx'

/** Made once in half a minute at most, as our own pages are, and then sent from Next's cache. */
export const revalidate = 30
export const generateStaticParams = () => []

export default function Page() {
  return <StockPage {...pageData} />
}
