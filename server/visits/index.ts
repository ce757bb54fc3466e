export { createVisitRouter } from './routes.ts'
export { deleteOldVisits } from './visits.queries.ts'
