import { beforeAll, describe, expect, it } from 'vitest'

import type { ChartContent } from '../../shared/edition-contract.ts'
import { drawLineChart } from './draw-line-chart.ts'
import { createSvgMeasure, type MeasureSvg } from './testing/measure-svg.ts'

let measure: MeasureSvg
beforeAll(async () => {
  measure = await createSvgMeasure()
})

const DAY_MS = 86_400_000
function aChart(values: readonly number[], changes: Partial<ChartContent> = {}): ChartContent {
  const points = values.map((value, index): [string, number] => [
    new Date(Date.UTC(2024, 1, 1) + index * 7 * DAY_MS).toISOString().slice(0, 10),
    value,
  ])
  return { title: 'Mortgage rate', alt: [], unit: 'percent', points, credit: 'Freddie Mac', ...changes }
}

/** The texts of a chart without their halos. */
const wordsOf = (svg: string) =>
  Array.from(svg.matchAll(/<text (?![^>]*aria-hidden)[^>]*>([^<]*)<\/text>/g), ([, text]) => text)
const textsOf = (svg: string) =>
  Array.from(
    svg.matchAll(
      /<text x="([\d.]+)" y="([\d.]+)"[^>]* fill="(#[\da-f]{6})"(?![^>]*aria-hidden)[^>]*>([^<]*)<\/text>/g,
    ),
    ([, x, y, fill, text = '']) => ({ x: Number(x), y: Number(y), fill, text }),
  )
const lineOf = (svg: string) =>
  [...(/stroke-width="6"/.test(svg) ? svg.matchAll(/d="M([^"H]+)" fill="none"/g) : [])].map(([, d = '']) =>
    d.split('L').map((point) => point.split(' ').map(Number)),
  )[0] ?? []

describe('drawLineChart', () => {
  it('labels a scale of round numbers, the months and the source', () => {
    expect(wordsOf(drawLineChart(aChart([6.62, 6.8, 7.04, 6.95, 6.91, 6.88, 6.87, 6.9, 6.95])))).toEqual([
      'Mortgage rate',
      '6.6%',
      '6.8%',
      '7.0%',
      '7.2%',
      '6.95%',
      '6.62%',
      'Feb 2024',
      'Mar 2024',
      'Source: Freddie Mac',
    ])
  })

  it('names the month of the value in the middle', () => {
    // Half way from September 1, 2023 to September 1, 2025 is noon on August 31.
    const months = Array.from({ length: 25 }, (_, index): [string, number] => [
      new Date(Date.UTC(2023, 8 + index, 1)).toISOString().slice(0, 10),
      2 + (index % 3),
    ])
    const svg = drawLineChart(aChart([], { points: months }))
    expect(wordsOf(svg)).toContain('Sep 2024')
    const [, at] = /x="([\d.]+)"[^>]*>Sep 2024</.exec(svg) ?? []
    expect(Number(at)).toBeCloseTo(lineOf(svg)[12]?.[0] ?? 0, 1)
  })

  it.each<[ChartContent['unit'], number[], string[]]>([
    ['usd', [355_000, 362_000, 368_000], ['$355,000', '$360,000', '$365,000', '$370,000']],
    ['count', [999_000, 2_100_000], ['500,000', '1M', '1.5M', '2M', '2.5M']],
    ['index', [4900, 6040], ['4,500', '5,000', '5,500', '6,000', '6,500']],
    ['percent', [-0.4, 0.3], ['-0.4%', '-0.2%', '0.0%', '0.2%', '0.4%']],
    ['percent', [4, 4, 4], ['3.9%', '4.0%', '4.1%']],
  ])('labels the scale for %s and %j', (unit, values, labels) => {
    const words = wordsOf(drawLineChart(aChart(values, { unit })))
    expect(words.slice(1, 1 + labels.length)).toEqual(labels)
  })

  it.each([
    [[1, 2, 3]],
    [[3, 2, 1]],
    [[2, 3, 2]],
    [[2, 2, 2]],
    // The line is steep at its end, as after a crash and a rebound: no room above or below it.
    [[2905, 2950, 3380, 3340, 2950, 2304, 2540, 2488, 2790, 2874.56]],
    [Array.from({ length: 120 }, (_, index) => (index % 2 === 0 ? 1 : 9))],
  ])('has the last value next to the end of the line, within the picture: %j', (values) => {
    const svg = drawLineChart(aChart(values))
    const [x = 0, y = 0] = lineOf(svg).at(-1) ?? []
    const label = textsOf(svg).findLast(({ fill }) => fill === '#b8241a')
    expect(Number.parseFloat(label?.text.replace(',', '') ?? '')).toBe(values.at(-1))
    expect((label?.x ?? 0) - x).toBeGreaterThan(15)
    expect((label?.x ?? 0) - x).toBeLessThan(30)
    expect(Math.abs((label?.y ?? 0) - 15 - y)).toBeLessThan(1)
    expect(measure(svg)?.right).toBeLessThanOrEqual(1072)
  })

  it('keeps the first value off the line, and omits it if there is no room next to it', () => {
    const zigzag = (low: number, high: number, index: number) => (index % 2 === 0 ? low : high)
    for (const values of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 2, 2],
      // Near the beginning, the line returns to the height of its label.
      [5, 5.2, 4.8, 5.3, 5, 6, 4, 5, 5.2, 4.7, 5.1, 5],
      Array.from({ length: 60 }, (_, index) => 5 + Math.sin(index / 2)),
    ]) {
      const svg = drawLineChart(aChart(values))
      // The title has the same color.
      const [, { x, y } = { x: 0, y: 0 }] = textsOf(svg).filter(({ fill }) => fill === '#1b1d20')
      const isIn = ([px = 0, py = 0]: number[]) => px >= x && px <= x + 80 && py >= y - 25 && py <= y + 3
      expect(lineOf(svg).filter(isIn)).toEqual([])
    }
    const full = Array.from({ length: 120 }, (_, index) => zigzag(1, 9, index))
    expect(wordsOf(drawLineChart(aChart(full))).filter((word) => word === '1.00%')).toEqual([])
  })

  it('marks a day named in the title on the line, with its value and a broken line to the end', () => {
    const values = [5, 5.2, 4.8, 5.3, 5, 6, 4, 5, 5.2, 4.7, 5.1, 5.6]
    const [, , , , fifth] = aChart(values).points
    const svg = drawLineChart(aChart(values, { marks: [fifth?.[0] ?? ''] }))
    expect(wordsOf(svg)).toContain('Feb 29: 5.0%')
    const [x = 0, y = 0] = lineOf(svg)[4] ?? []
    expect(svg).toContain(`<circle cx="${x}" cy="${y}" r="9"`)
    const [, from, level, to] = /d="M([\d.]+) ([\d.]+)H([\d.]+)"[^>]*stroke-dasharray/.exec(svg) ?? []
    expect([from, level, to].map(Number)).toEqual([x, y, lineOf(svg).at(-1)?.[0]])
    expect(drawLineChart(aChart(values))).not.toContain('stroke-dasharray')
  })

  it('gives only the marked day’s value near the beginning, and keeps its halo off the line', () => {
    const values = [2905, 2940, 2945, 2880, 2864, 2750, 2870, 2885, 2950, 2940, 2990, 3015, 2980, 3030, 2930]
    const points = [...values, ...Array.from({ length: 40 }, (_, index) => 3000 + index * 5)]
    const marks = [aChart(points).points[4]?.[0] ?? '']
    const svg = drawLineChart(aChart(points, { unit: 'index', marks }))
    expect(wordsOf(svg)).not.toContain('2,905')
    const { x, y } = textsOf(svg).find(({ text }) => text === 'Feb 29: 2,864') ?? { x: 0, y: 0 }
    const isNear = ([px = 0, py = 0]: number[]) => px > x - 9 && px < x + 250 && py > y - 38 && py < y + 17
    expect(lineOf(svg).filter(isNear)).toEqual([])
  })

  it('labels a marked day whatever the line does, and a marked first day with only its value', () => {
    const full = Array.from({ length: 120 }, (_, index) => (index % 2 === 0 ? 1 : 9))
    const { points } = aChart(full)
    const day = (index: number) => points[index]?.[0] ?? ''
    const words = wordsOf(drawLineChart(aChart(full, { marks: [day(0), day(60)] })))
    expect(words.filter((word) => word?.endsWith('1%'))).toEqual(['1%', 'Mar 27: 1%'])
    expect(drawLineChart(aChart(full, { marks: ['2020-01-01'] }))).not.toContain('stroke-dasharray')
  })

  it('puts the label of a marked first day where its level is free, never above a peak that it would seem to name', () => {
    const values = [
      6.84,
      6.6,
      6.7,
      7.04,
      7,
      6.95,
      ...Array.from({ length: 46 }, (_, index) => 6.6 - index / 140),
    ]
    const chart = aChart(values, { marks: [aChart(values).points[0]?.[0] ?? ''] })
    const svg = drawLineChart(chart)
    const label = textsOf(svg).find(({ text }) => text === '6.84%')
    const line = lineOf(svg)
    const peak = line[3] ?? []
    expect(label?.x).toBeGreaterThan(peak[0] ?? Infinity)
    expect(Math.abs((label?.y ?? 0) - (line[0]?.[1] ?? 0))).toBeLessThan(50)
  })

  it('breaks its line where a value is missing', () => {
    const { points } = aChart([3, 2.9, 2.8, 2.9, 3, 3.1, 3, 3.1, 3.2, 3.1])
    const pathOf = (left: typeof points) =>
      /d="(M[^"H]+)" fill="none"/.exec(drawLineChart(aChart([], { points: left })))?.[1] ?? ''
    expect(pathOf(points).match(/M/g)).toHaveLength(1)
    expect(pathOf(points.filter((_, index) => index !== 2)).match(/M/g)).toHaveLength(2)
    // What is left between two breaks is a dot.
    expect(pathOf(points.filter((_, index) => index !== 2 && index !== 4)).match(/h0/g)).toHaveLength(1)
  })

  it('draws a light or a dark background', () => {
    expect(drawLineChart(aChart([1, 2]))).toContain('height="536" fill="#ffffff"')
    expect(drawLineChart(aChart([1, 2]), 'dark')).toContain('height="536" fill="#1b1d20"')
  })

  it('places points by value and day, higher values up and later days to the right', () => {
    const line = lineOf(drawLineChart(aChart([1, 3, 2])))
    expect(line).toHaveLength(3)
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = [], [x3 = 0, y3 = 0] = []] = line
    expect(x2 - x1).toBeCloseTo(x3 - x2, 0)
    expect(y2).toBeLessThan(y3)
    expect(y3).toBeLessThan(y1)
    const gap = aChart([1, 2, 3])
    const uneven = lineOf(drawLineChart({ ...gap, points: [...gap.points.slice(0, 2), ['2024-06-01', 3]] }))
    expect((uneven[1]?.[0] ?? 0) - (uneven[0]?.[0] ?? 0)).toBeLessThan(
      ((uneven[2]?.[0] ?? 0) - (uneven[1]?.[0] ?? 0)) / 10,
    )
  })

  it('escapes text and keeps it within the picture', () => {
    const svg = drawLineChart(
      aChart([1, 2], { title: '</text><script>'.repeat(20), credit: 'W'.repeat(200) }),
    )
    expect(svg).not.toContain('<script>')
    const box = measure(svg)
    expect(box?.left).toBeGreaterThanOrEqual(0)
    expect(box?.right).toBeLessThanOrEqual(1072)
  })
})
