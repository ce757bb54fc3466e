import { pageData } from '../../page-data.js'
import { StockPage } from '../../stock-page.jsx'

export const loader = () => pageData

export default function Stock({ loaderData }) {
  return <StockPage {...loaderData} />
}
