/** The API's contracts for the browser, in a separate chunk: only requests made after the page has loaded need them. */
export {
  correctionListSchema,
  editionFiguresSchema,
  editionListSchema,
  publishedEditionSchema,
} from '../../shared/edition-contract.ts'
export {
  dayResponseSchema,
  relatedResponseSchema,
  searchResponseSchema,
  statsResponseSchema,
  stockResponseSchema,
} from '../../shared/market-contract.ts'
export { overviewSchema, quotesResponseSchema } from '../../shared/overview-contract.ts'
export { problemSchema } from '../../shared/problem-contract.ts'
export { tradesResponseSchema } from '../../shared/trades-contract.ts'
