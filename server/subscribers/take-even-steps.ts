/** Far more than any of the cases takes, and not felt by who waits for a dialog. */
const STEP_MS = 150

/** Does the work, and is over only at a multiple of `stepMs` after its start: from how long an answer took nobody tells
 *  what the work found. A failure takes as long.
 *  @param stepMs  milliseconds */
export async function takeEvenSteps(work: () => Promise<void>, stepMs = STEP_MS): Promise<void> {
  const startedAt = performance.now()
  try {
    await work()
  } finally {
    const spentMs = performance.now() - startedAt
    const waitMs = Math.max(1, Math.ceil(spentMs / stepMs)) * stepMs - spentMs
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}
