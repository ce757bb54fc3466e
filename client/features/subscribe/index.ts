export { ExampleSlip } from './example-slip.tsx'
export { SignUpCard } from './sign-up-card.tsx'
export { ConfirmSubscription } from './confirm-subscription.tsx'
