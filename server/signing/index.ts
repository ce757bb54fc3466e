export { hashAddress } from './hash-address.ts'
export { createSigner } from './signer.ts'
