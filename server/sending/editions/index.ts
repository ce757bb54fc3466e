export { freezeEdition } from './freeze-edition.ts'
export { settleLeftEditions } from '../deliveries/settle-edition.ts'
export { deliverEdition, type DeliveryDeps, type DeliverySettings } from '../deliveries/deliver-edition.ts'
export { correctEdition, listEditionCorrections } from './corrections.ts'
export { findDueSlots, isEditionWritten, type SlotTimes } from './edition-slots.ts'
export {
  deleteOldDeliveries,
  EditionStateError,
  findEdition,
  findEditionHead,
  listFrozenEditions,
  markMissedEditions,
  requireReplaceable,
  storeEdition,
  type BuiltEdition,
  type Edition,
  type EditionAudit,
  type MissedEdition,
} from './editions.ts'
export {
  findOpenCircuit,
  findSendingProgress,
  getEditionStatus,
  type EditionStatus,
  type SendingProgress,
} from './edition-status.ts'
export {
  cancelEdition,
  countToCancel,
  pauseByHand,
  resolveUnknown,
  resumeEdition,
  retryEdition,
  type Retried,
} from './steer-edition.ts'
export { holdEdition, releaseEdition, type HeldEdition, type ReleasedEdition } from './hold-edition.ts'
export { markSent, type KnownSending } from './mark-sent.ts'
export type { RecipientLinks } from '../deliveries/recipient-mail.ts'
export {
  findPreviewedEdition,
  markPreviewed,
  reviewEdition,
  type EditionReview,
  type PreviewedEdition,
} from './review-edition.ts'
