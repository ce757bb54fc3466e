export { ExampleSlip } from './example-slip.tsx'
export { LatestSlip, MissingSlip } from './latest-slip.tsx'
export { SignUpCard } from './sign-up-card.tsx'
export { ConfirmSubscription } from './confirm-subscription.tsx'
