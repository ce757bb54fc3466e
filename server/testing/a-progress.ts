import { NO_DELIVERIES, type SendingProgress } from '../sending/editions/edition-status.ts'

type Meta = SendingProgress['meta']

/** The progress of the edition of 23 November 2026, with nothing wrong except what is given. */
export const aProgress = (
  state: SendingProgress['state'],
  counts: Partial<SendingProgress['counts']>,
  meta: Partial<Meta> & Pick<Meta, 'askedAt' | 'frozenAt' | 'expectedCount'>,
): SendingProgress => ({
  date: '2026-11-23',
  state,
  counts: { ...NO_DELIVERIES, ...counts },
  meta: {
    expiresAt: undefined,
    finishedAt: undefined,
    paused: undefined,
    perSecond: undefined,
    secondsToGo: undefined,
    leftToday: undefined,
    circuit: undefined,
    warmUpLeft: 0,
    inHandUntil: undefined,
    unknownSince: undefined,
    failures: [],
    ...meta,
  },
})
