/** One edition for one subscriber, by the ids of their rows. */
export interface DeliveryId {
  readonly editionId: string
  readonly subscriberId: string
}

/** A subscriber's consent, for mails that belong to no edition: of a later one, they say nothing. */
export interface ConsentId {
  readonly subscriberId: string
  /** To the millisecond. */
  readonly consentedAt: Date
}

// 2^63 has 13 digits to the base of 36.
const NUMBERS = /^([1-9a-z][0-9a-z]{0,12})-([1-9a-z][0-9a-z]{0,12})$/

/** @returns at most 27 characters of a-z, 0-9 and one - */
export function formatDeliveryId({ editionId, subscriberId }: DeliveryId): string {
  return formatNumbers(editionId, subscriberId)
}

/** @returns undefined for what formatDeliveryId never gives */
export function parseDeliveryId(text: string): DeliveryId | undefined {
  const numbers = parseNumbers(text)
  return numbers && { editionId: numbers[0], subscriberId: numbers[1] }
}

/** @returns the form of formatDeliveryId, with a time in the place of the edition */
export function formatConsentId({ consentedAt, subscriberId }: ConsentId): string {
  return formatNumbers(String(consentedAt.getTime()), subscriberId)
}

/** @returns undefined for what formatConsentId never gives */
export function parseConsentId(text: string): ConsentId | undefined {
  const numbers = parseNumbers(text)
  return numbers && { consentedAt: new Date(Number(numbers[0])), subscriberId: numbers[1] }
}

function formatNumbers(first: string, second: string): string {
  return `${BigInt(first).toString(36)}-${BigInt(second).toString(36)}`
}

function parseNumbers(text: string): [string, string] | undefined {
  const [, first, second] = NUMBERS.exec(text) ?? []
  return first === undefined || second === undefined ? undefined : [parseBase36(first), parseBase36(second)]
}

function parseBase36(text: string): string {
  return text
    .split('')
    .reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
    .toString()
}
