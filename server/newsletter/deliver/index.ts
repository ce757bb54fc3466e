export { deliverEdition, type DeliveryDeps, type DeliverySettings } from './deliver-edition.ts'
export { findDueSlots } from './edition-slots.ts'
export {
  deleteOldDeliveries,
  EditionStateError,
  findEdition,
  freezeEdition,
  getEditionStatus,
  listFrozenEditions,
  markMissedEditions,
  resolveUnknown,
  storeEdition,
  type BuiltEdition,
  type EditionStatus,
} from './editions.ts'
export type { RecipientLinks } from './recipient-mail.ts'
