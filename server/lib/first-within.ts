let stretch = 1

/** For tests alone, whose outcome must not depend on how fast the machine is: from now on every wait of this process for
 *  a part of an answer is `factor` times as long. */
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
