/** The API's contracts for the browser, in a separate chunk: only requests made after the page has loaded need them. */
export { editionListSchema } from '../../shared/edition-contract.ts'
export {
  dayResponseSchema,
  relatedResponseSchema,
  searchResponseSchema,
  statsResponseSchema,
  stockResponseSchema,
} from '../../shared/market-contract.ts'
export { quotesResponseSchema } from '../../shared/overview-contract.ts'
export { problemSchema } from '../../shared/problem-contract.ts'
export { tradesResponseSchema } from '../../shared/trades-contract.ts'
