export { hashAddress } from './hash-address.ts'
export { createSigner, type Signer } from './signer.ts'
