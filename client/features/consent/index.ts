export { ConsentGate } from './consent-gate.tsx'
