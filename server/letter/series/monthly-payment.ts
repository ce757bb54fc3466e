const MONTHS = 360

/** The monthly payment on a 30-year loan of fixed rate: principal and interest, no taxes, no insurance.
 *  L x i / (1 - (1 + i)^-360), i = rate / 1200.
 *  @param loan  in dollars, above zero
 *  @param ratePercent  a year, 6.95 for 6.95 %; not below zero */
export function monthlyPayment(loan: number, ratePercent: number): number {
  const i = ratePercent / 1200
  return i === 0 ? loan / MONTHS : (loan * i) / (1 - (1 + i) ** -MONTHS)
}
