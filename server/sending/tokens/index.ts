export type { ConsentId, DeliveryId } from './delivery-id.ts'
export { fingerprintKey, hashAddress } from './hash-address.ts'
export { createSigner } from './signer.ts'
