// Who may import whom. The tree tells the story; this keeps it true.
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Vendor packages that have one owner each. */
const owners = [
  ['node-cron', '^server/schedule/'],
  ['nodemailer', '^server/mail/'],
  ['smtp-server', '(\\.test\\.ts|^server/testing/|^e2e/)'],
  ['yahoo-finance2', '^server/market/providers/'],
  ['fast-xml-parser', '^server/newsletter/collect/'],
  ['postal-mime', '(^server/bounces/|\\.test\\.ts$|^e2e/)'],
  ['pg', '^(server/db/|e2e/)'],
  ['@electric-sql/pglite', '^server/db/'],
  ['lightweight-charts', '^client/features/ticker/'],
  [
    'vike',
    '^(client/app/|server/web/render-page\\.(test\\.)?ts|server/web/dev-middleware\\.ts|vite\\.config\\.ts)',
  ],
  ['pino', '^server/(logger\\.ts|.*\\.test\\.ts$|testing/)'],
  ['commander', '^server/cli/'],
  ['@resvg/resvg-wasm', '^server/pictures/'],
  ['cockatiel', '^server/(market/sources/|newsletter/collect/records/)'],
  ['ai', '^server/newsletter/write/'],
  ['@ai-sdk/openai-compatible', '^server/newsletter/write/'],
  ['@ai-sdk/anthropic', '^server/newsletter/write/'],
  ['yaml', '(^server/newsletter/collect/members/|\\.test\\.ts$)'],
  ['unpdf', '^server/newsletter/collect/house/'],
  ['fflate', '^server/newsletter/collect/house/'],
  ['prom-client', '^server/web/metrics'],
  ['htmlparser2', '^server/newsletter/collect/senate/'],
]
const escape = (text) => text.replaceAll('/', '\\/').replaceAll('.', '\\.')

const features = [
  'market',
  'pictures',
  'bounces',
  'subscribers',
  'visits',
  'newsletter',
  'schedule',
  'mail',
  'mail-check',
  'signing',
]

export default {
  forbidden: [
    only(
      'no-cycles',
      'A cycle has no beginning to read from.',
      { pathNot: '\\.test\\.' },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    only(
      'no-unresolved',
      'What is imported is there.',
      {},
      { couldNotResolve: true, pathNot: '\\?(url|raw)$' },
    ),
    only(
      'shared-stands-alone',
      'shared/ is used by both sides: zod only.',
      { path: '^shared/', pathNot: '\\.test\\.ts$' },
      { pathNot: ['^shared/', '^node_modules/zod/'] },
    ),
    only(
      'client-not-server',
      'The browser gets no server code.',
      { path: '^client/' },
      { path: '^(server|migrations)/' },
    ),
    only(
      'server-not-client',
      'The server knows of the client only its build and the shape of its ApiClient.',
      { path: '^server/' },
      { path: '^client/', pathNot: '^client/lib/api-client\\.ts$' },
    ),
    only(
      'migrations-are-frozen',
      'A migration imports no app code.',
      { path: '^migrations/' },
      { path: '^(server|client|shared)/' },
    ),
    only(
      'ui-has-no-domain',
      'client/ui knows no feature and no page.',
      { path: '^client/ui/' },
      { path: '^client/(features|pages|app)/' },
    ),
    only(
      'features-below-pages',
      'Pages use features, not the other way round.',
      { path: '^client/features/', pathNot: '\\.test\\.tsx?$' },
      { path: '^client/(pages|app|routes)' },
    ),
    ...features.map((feature) =>
      only(
        `${feature}-through-its-index`,
        'Features meet only through index.ts; table types and the boot are the exceptions.',
        {
          path: '^server/',
          pathNot: [`^server/${feature}/`, '^server/testing/', '^server/db/database\\.ts$', '\\.test\\.ts$'],
        },
        { path: `^server/${feature}/`, pathNot: `^server/${feature}/index\\.ts$` },
      ),
    ),
    only(
      'newsletter-is-above',
      'newsletter -> market, subscribers; never back.',
      { path: '^server/(market|subscribers|visits|mail|signing)/', pathNot: '\\.test\\.ts$' },
      { path: '^server/(newsletter|schedule)/' },
    ),
    only(
      'bounces-stand-alone',
      'What a bounce does to a subscriber, the boot hands in.',
      { path: '^server/bounces/', pathNot: '\\.test\\.ts$' },
      { path: '^server/(market|newsletter|schedule|subscribers|visits|mail)/' },
    ),
    only(
      'market-stands-alone',
      'The market knows no reader.',
      { path: '^server/market/' },
      { path: '^server/(subscribers|visits|mail|signing)/' },
    ),
    ...['collect', 'analyse', 'write', 'compose', 'render', 'deliver', 'publish'].map((step) =>
      only(
        `${step}-knows-no-other-step`,
        'The steps of an edition meet in server/newsletter/*.ts.',
        { path: `^server/newsletter/${step}/`, pathNot: '\\.test\\.tsx?$' },
        {
          path: '^server/newsletter/(collect|analyse|write|compose|render|deliver|publish)/',
          pathNot: `^server/newsletter/${step}/`,
        },
      ),
    ),
    only(
      'pure-steps',
      'analyse and compose know no database, network, clock or settings.',
      { path: '^server/newsletter/(analyse|compose)/', pathNot: '\\.test\\.tsx?$' },
      {
        path: '^server/(db|config\\.ts|clock\\.ts|upstream-fetch\\.ts|mail|market|subscribers)|^node:(http|https|net|fs)|^node_modules/(kysely|pg)/',
      },
    ),
    only(
      'express-at-the-edge',
      'Express stays in app.ts, web/ and routes.',
      {
        path: '^server/',
        pathNot: [
          '^server/app\\.ts$',
          '^server/serve\\.ts$',
          '^server/web/',
          'routes\\.ts$',
          '^server/testing/',
          '\\.test\\.ts$',
        ],
      },
      { path: '^node_modules/(express|@types/express)/' },
    ),
    ...owners.map(([tool, owner]) =>
      only(
        `one-owner-of-${tool.replace(/\W/g, '-')}`,
        `${tool} has one owner.`,
        { pathNot: [owner, '^bench/'] },
        { path: `^node_modules/${escape(tool)}/` },
      ),
    ),
    only(
      'nothing-leans-on-a-bench',
      'What measures and attacks is no part of what runs.',
      { pathNot: '^bench/' },
      { path: '^bench/' },
    ),
    only(
      'no-tests-in-code',
      'Code does not import its tests.',
      { pathNot: '(\\.test\\.tsx?$|^(e2e|bench)/|/testing/)' },
      { path: '(\\.test\\.|/testing/)' },
    ),
    only(
      'dev-dependencies-in-tests-only',
      'What runs in production is a dependency. The e-mail templates are bundled at build time.',
      {
        path: '^server/',
        pathNot: [
          '\\.test\\.tsx?$',
          '(^|/)testing/',
          '^server/newsletter/render/.*\\.tsx$',
          '^server/web/dev-middleware\\.ts$',
        ],
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$|\\.svg|\\.woff2' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
