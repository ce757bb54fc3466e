/** One edition for one subscriber, by the ids of their rows. */
export interface DeliveryId {
  readonly editionId: string
  readonly subscriberId: string
}

// 2^63 has 13 digits to the base of 36.
const DELIVERY_ID = /^([1-9a-z][0-9a-z]{0,12})-([1-9a-z][0-9a-z]{0,12})$/

/** @returns at most 27 characters of a-z, 0-9 and one - */
export function formatDeliveryId({ editionId, subscriberId }: DeliveryId): string {
  return `${BigInt(editionId).toString(36)}-${BigInt(subscriberId).toString(36)}`
}

/** @returns undefined for what formatDeliveryId never gives */
export function parseDeliveryId(text: string): DeliveryId | undefined {
  const [, edition, subscriber] = DELIVERY_ID.exec(text) ?? []
  if (edition === undefined || subscriber === undefined) return undefined
  return { editionId: parseBase36(edition), subscriberId: parseBase36(subscriber) }
}

function parseBase36(text: string): string {
  return text
    .split('')
    .reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
    .toString()
}
