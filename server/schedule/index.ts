export { sendDueEditions, writeDueEdition } from './due-editions.ts'
export { listEditionAlarms } from './edition-alarms.ts'
export { startSchedule, type Jobs } from './start-schedule.ts'
