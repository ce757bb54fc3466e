import type { Profiler } from 'node:inspector/promises'

/** Whose a moment was, by the innermost of these on the stack. */
export const PARTS = ['React', 'loaders', 'router', 'rest'] as const
export type Part = (typeof PARTS)[number]

/** React Router's in the build, by what it exports; the build keeps the names of functions. */
const ROUTER =
  /^(?:query|loadRouteData|callLoaderOrAction|callDataStrategyImpl|matchRoutes\w*|createStatic\w+)$/

function ownPart({ functionName, url }: Profiler.ProfileNode['callFrame']): Part | undefined {
  // With all that it calls: our components too.
  if (/renderToString/.test(functionName)) return 'React'
  if (/\/server\/(?:http\/page-api|market|letter|records|visits|lib|db)/.test(url)) return 'loaders'
  return ROUTER.test(functionName) ? 'router' : undefined
}

/** The share of each part in the time during which something was done. Garbage, and what V8 itself does, is the rest. */
export function readParts({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Record<Part, number> {
  const parts = new Map<number, Part>()
  const frames = new Map(nodes.map((node) => [node.id, node]))
  const [root] = nodes
  const unmeasured = new Set<number>()
  const waiting: [Profiler.ProfileNode, Part][] = root === undefined ? [] : [[root, 'rest']]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, outer] = next
    // What React calls is its own, whatever else it is.
    const part = outer === 'React' ? outer : (ownPart(node.callFrame) ?? outer)
    parts.set(node.id, part)
    const { functionName, url } = node.callFrame
    // Starting and ending the profile is none of what it measures.
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
