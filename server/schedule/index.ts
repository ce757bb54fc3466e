export { sendDueEditions, writeDueEdition } from './due-editions.ts'
export { startSchedule, type Jobs } from './start-schedule.ts'
