export { createVisitRouter } from './routes.ts'
export { describeVisitPaths } from './openapi.ts'
export {
  findToday,
  reportUsage,
  SMALLEST_GROUP,
  type PageUsage,
  type UsageGroup,
  type UsageList,
  type UsageReport,
} from './report-usage.ts'
export { deleteOldVisits } from './visits.queries.ts'
export { createLookupCounter, deleteOldLookups, type LookedUp, type LookupCounter } from './lookups.ts'
