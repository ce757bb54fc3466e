export { UnsubscribeResult } from './unsubscribe-result.tsx'
