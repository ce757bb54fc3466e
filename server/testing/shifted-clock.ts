// Preloaded with --import. Shifts a process's clock by CLOCK_SHIFT_MS; the database keeps its own.
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'])
if (!Number.isFinite(shiftMs) || shiftMs === 0)
  throw new Error('CLOCK_SHIFT_MS is not a number of milliseconds')

const RealDate = Date
class ShiftedDate extends RealDate {
  constructor(...given: []) {
    if (given.length === 0) super(RealDate.now() + shiftMs)
    else super(...given)
  }

  static override now(): number {
    return RealDate.now() + shiftMs
  }
}
globalThis.Date = ShiftedDate as DateConstructor
