/** Rounds half away from zero in decimal, free of binary noise; never minus zero.
 *  @param digits  after the decimal point */
export function roundFigure(value: number, digits: number): number {
  const clean = Number(Math.abs(value).toPrecision(12))
  const rounded = Number(`${Math.round(Number(`${clean}e${digits}`))}e-${digits}`)
  // Beyond 1e21, and below 1e-6, numbers print with an exponent of their own.
  const size = Number.isFinite(rounded) ? rounded : Number(clean.toFixed(digits))
  return size === 0 ? 0 : Math.sign(value) * size
}
