import type { ColorScheme } from '../../shared/edition-address.ts'
import type { ChartContent } from '../../shared/edition-contract.ts'
import { drawLineChart } from './draw-line-chart.ts'
import type { RenderPng } from './png-renderer.ts'

export { createChartRouter } from './chart-routes.ts'
export { createPngRenderer, type RenderPng } from './png-renderer.ts'
export { createShareImageRouter } from './share-image-routes.ts'

/** Renders a chart of the letter as PNG, 1072 x 536.
 *  @throws what renderPng throws */
export function drawChart(
  chart: ChartContent,
  renderPng: RenderPng,
  colorScheme: ColorScheme,
): Promise<Buffer> {
  return renderPng(drawLineChart(chart, colorScheme))
}
