/** @returns such as '250,000' */
export const formatCount = (count: number) => count.toLocaleString('en-US')

/** @returns such as '1 reader', or '1,204 readers' */
export function tellCount(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** @returns such as '1 min 5 s', or '2 h 10 min' */
export function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** @returns such as 19.5, or 1,204 */
export function formatRate(perSecond: number): string {
  return perSecond.toLocaleString('en-US', { maximumFractionDigits: perSecond < 100 ? 1 : 0 })
}
