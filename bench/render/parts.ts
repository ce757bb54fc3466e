import type { Profiler } from 'node:inspector/promises'

/** The parts that time is assigned to: the innermost one on the stack gets it. */
export const PARTS = ['React', 'loaders', 'router', 'rest'] as const
export type Part = (typeof PARTS)[number]

/** Functions of React Router, by the names of its exports; the build keeps function names. */
const ROUTER =
  /^(?:query|loadRouteData|callLoaderOrAction|callDataStrategyImpl|matchRoutes\w*|createStatic\w+)$/

function ownPart({ functionName, url }: Profiler.ProfileNode['callFrame']): Part | undefined {
  // Includes everything that React calls, such as our components.
  if (/renderToString/.test(functionName)) return 'React'
  if (/\/server\/(?:http\/page-api|market|letter|records|visits|lib|db)/.test(url)) return 'loaders'
  return ROUTER.test(functionName) ? 'router' : undefined
}

/** Returns each part's share of the time that was not idle. The rest includes garbage collection and V8's own work. */
export function readParts({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Record<Part, number> {
  const parts = new Map<number, Part>()
  const frames = new Map(nodes.map((node) => [node.id, node]))
  const [root] = nodes
  const unmeasured = new Set<number>()
  const waiting: [Profiler.ProfileNode, Part][] = root === undefined ? [] : [[root, 'rest']]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, outer] = next
    // What React calls counts as React's, whatever else it is.
    const part = outer === 'React' ? outer : (ownPart(node.callFrame) ?? outer)
    parts.set(node.id, part)
    const { functionName, url } = node.callFrame
    // Starting and stopping the profile does not count.
    if (functionName === '(idle)' || url === 'node:inspector') unmeasured.add(node.id)
    for (const id of node.children ?? []) {
      const child = frames.get(id)
      if (child !== undefined) waiting.push([child, part])
    }
  }
  const spent: Record<Part, number> = { React: 0, loaders: 0, router: 0, rest: 0 }
  let sum = 0
  samples.forEach((id, index) => {
    if (unmeasured.has(id)) return
    const time = timeDeltas[index] ?? 0
    spent[parts.get(id) ?? 'rest'] += time
    sum += time
  })
  for (const part of PARTS) spent[part] /= Math.max(sum, 1)
  return spent
}
