let stretch = 1

/** For tests alone, whose outcome must not depend on how fast the machine is: from now on every `firstWithin` of this
 *  process waits `factor` times as long. */
export function stretchWaits(factor: number): void {
  stretch = factor
}

/** @returns undefined where the time is over first; the promise goes on by itself */
export async function firstWithin<Value>(
  waitMs: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, waitMs * stretch, undefined)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits no longer than this. What was asked for goes on by itself, and may be done all the same.
 *  @param lateError  makes the error of an answer that is late
 *  @throws that error; what the promise rejects with */
export async function answerWithin<Value>(
  waitMs: number,
  promise: Promise<Value>,
  lateError: () => Error,
): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  // After a stall of this process the timer fires before an answer that came long ago is read: one turn for that.
  const timer = setTimeout(() => setImmediate(() => reject(lateError())), waitMs)
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
