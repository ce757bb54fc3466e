/** Where the line stands in the chart's box, for the drawing before scripts and the chart after it: the same place.
 *  plot-margins is mirrored in price-chart.module.css (--scale-width, --axis-height). */
export const PLOT_MARGINS = {
  /** The prices beside the plot. */
  rightPx: 72,
  /** The days below it. */
  bottomPx: 28,
  /** Room above the highest and below the lowest price, as a share of the plot's height. */
  topShare: 0.1,
  bottomShare: 0.1,
} as const
