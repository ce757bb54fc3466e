import { expect, it } from 'vitest'

import { readParts } from './parts.ts'

const frame = (functionName: string, url = '') => ({
  functionName,
  url,
  scriptId: '1',
  lineNumber: 0,
  columnNumber: 0,
})

it('assigns time to the part whose function is innermost, and all that React calls to React', () => {
  const nodes = [
    { id: 1, callFrame: frame('(root)'), children: [2, 3, 6, 7] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('matchRoutesImpl', 'file:///x/dist/server/a.js'), children: [4, 5] },
    { id: 4, callFrame: frame('exports.renderToString'), children: [8] },
    { id: 5, callFrame: frame('getStock', 'file:///x/server/http/page-api.ts') },
    { id: 6, callFrame: frame('(garbage collector)') },
    { id: 7, callFrame: frame('post', 'node:inspector') },
    { id: 8, callFrame: frame('findServed', 'file:///x/server/lib/dates.ts') },
  ]
  const parts = readParts({
    nodes,
    startTime: 0,
    endTime: 0,
    samples: [2, 3, 4, 5, 6, 7, 8],
    timeDeltas: [500, 10, 20, 40, 10, 700, 20],
  })
  expect(parts).toEqual({ React: 0.4, loaders: 0.4, router: 0.1, rest: 0.1 })
})
