// Which part may import which. The folders show the layers; these rules enforce them.
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Vendor packages that only one part of the project may import. */
const owners = [
  ['node-cron', '^server/schedule/'],
  ['nodemailer', '^server/sending/mail/'],
  ['smtp-server', '(\\.test\\.ts|^server/testing/|^e2e/)'],
  ['yahoo-finance2', '^server/market/providers/'],
  ['fast-xml-parser', '^server/records/'],
  ['imapflow', '^server/sending/mailbox/'],
  ['postal-mime', '(^server/sending/bounces/|\\.test\\.ts$|^e2e/)'],
  ['pg', '^(server/db/|e2e/)'],
  ['@electric-sql/pglite', '^server/db/'],
  ['vike', '^(client/app/|server/http/render-page\\.(test\\.)?ts|vite\\.config\\.ts)'],
  ['pino', '^server/(lib/logger\\.ts|.*\\.test\\.ts$|testing/)'],
  ['commander', '^server/cli/'],
  ['@resvg/resvg-wasm', '^server/pictures/'],
  ['cockatiel', '^server/(market/sources/|records/core/)'],
  ['ai', '^server/letter/writer/'],
  ['@ai-sdk/openai-compatible', '^server/letter/writer/'],
  ['@ai-sdk/anthropic', '^server/letter/writer/'],
  ['yaml', '(^server/records/congress/members/|\\.test\\.ts$)'],
  ['unpdf', '^server/records/congress/house/'],
  ['fflate', '^server/records/congress/house/'],
  ['prom-client', '^server/http/metrics'],
  // For pages there, for entities in texts here.
  ['htmlparser2', '^server/(?:records/congress/senate/|market/providers/read-field\\.ts$)'],
  ['temporal-polyfill', '^server/lib/dates\\.ts$'],
  ['@modelcontextprotocol/server', '^server/assistants/'],
  ['@modelcontextprotocol/client', '^server/assistants/.*\\.test\\.ts$'],
  ['selenium-webdriver', '^e2e/engines/'],
  ['zod-openapi', '/openapi(-parts)?\\.ts$'],
]
const escape = (text) => text.replaceAll('/', '\\/').replaceAll('.', '\\.')

/** Other parts may import these only through their index.ts. */
const features = ['letter', 'market', 'sending/bounces', 'sending/mail', 'sending/mail-check', 'subscribers']

/** What each part of the server may not import: the parts above it, and unrelated parts on its own level. */
const unknown = {
  lib: 'cli|desk|config|db|http|letter|market|operator|pictures|records|schedule|sending|subscribers|visits',
  market: 'cli|desk|letter|operator|pictures|records|schedule|sending|subscribers|visits',
  records: 'cli|desk|config|letter|market|operator|pictures|schedule|sending|subscribers|visits',
  letter: 'cli|desk|operator|schedule|subscribers|visits',
  sending: 'cli|desk|letter|market|operator|pictures|records|schedule|visits',
  subscribers: 'cli|desk|letter|market|operator|pictures|records|schedule|visits',
  visits: 'cli|desk|letter|market|operator|pictures|records|schedule|sending|subscribers',
  operator: 'cli|desk|http|letter|market|pictures|records|schedule|visits',
}

/** Parts of a letter that may not import one another: server/letter/*.ts combines them, and facts/ has what they share. */
const parts = ['archive', 'congress', 'insiders', 'render', 'series', 'writer']

export default {
  forbidden: [
    only(
      'no-cycles',
      'A cycle has no place to start reading.',
      { pathNot: '\\.test\\.' },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    only('no-unresolved', 'Every import exists.', {}, { couldNotResolve: true, pathNot: '\\?(url|raw)$' }),
    only(
      'shared-stands-alone',
      'Both sides use shared/, so it imports only zod.',
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
      'The server knows only the build of the client and the type of its ApiClient.',
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
      'Pages use features, not the other way around.',
      { path: '^client/features/', pathNot: '\\.test\\.tsx?$' },
      { path: '^client/(pages|app|routes)' },
    ),
    ...features.map((feature) =>
      only(
        `${feature}-through-its-index`,
        'Features import one another only through index.ts, except for table types and startup.',
        {
          path: '^server/',
          pathNot: [`^server/${feature}/`, '^server/testing/', '^server/db/database\\.ts$', '\\.test\\.ts$'],
        },
        { path: `^server/${feature}/`, pathNot: `^server/${feature}/index\\.ts$` },
      ),
    ),
    ...Object.entries(unknown).map(([part, others]) =>
      only(
        `${part}-knows-none-above-it`,
        'lib and db; market, records; sending, subscribers; letter; operator; schedule and cli: imports go down.',
        { path: `^server/${part}/`, pathNot: '(\\.test\\.tsx?$|/testing/)' },
        // Types are allowed: a part may name the type of what startup passes to it.
        { path: `^server/(${others})/`, dependencyTypesNot: ['type-only'] },
      ),
    ),
    only(
      'bounces-stand-alone',
      'Startup passes in what a bounce does to a subscriber.',
      { path: '^server/sending/bounces/', pathNot: '\\.test\\.ts$' },
      { path: '^server/(subscribers|sending/(editions|deliveries))/' },
    ),
    ...parts.map((part) =>
      only(
        `${part}-knows-no-other-part`,
        'The parts of a letter meet in server/letter/*.ts.',
        { path: `^server/letter/${part}/`, pathNot: '(\\.test\\.tsx?$|/testing/)' },
        { path: `^server/letter/(${parts.join('|')})/`, pathNot: `^server/letter/${part}/` },
      ),
    ),
    only(
      'pure-sections',
      'Only code that reads data knows the database, network, clock or settings, not what is told and how it is worded.',
      {
        path: '^server/letter/(facts|congress|insiders|series)/',
        pathNot: '(\\.test\\.tsx?$|/testing/|/(gather|read)-[a-z-]+\\.ts$)',
      },
      {
        path: '^server/(db|config|lib/(clock|upstream-fetch)\\.ts|sending|market|subscribers)|^node:(http|https|net|fs)|^node_modules/(kysely|pg)/',
      },
    ),
    only(
      'express-at-the-edge',
      'Express stays in app.ts, http/ and routes.',
      {
        path: '^server/',
        pathNot: [
          '^server/app\\.ts$',
          '^server/serve\\.ts$',
          '^server/http/',
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
      'Benchmarks and attacks are not part of the product.',
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
      'Code that runs in production uses only dependencies. The email templates are bundled at build time.',
      {
        path: '^server/',
        pathNot: ['\\.test\\.tsx?$', '(^|/)testing/', '^server/letter/render/.*\\.tsx$'],
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The benchmark's other frameworks have their own packages.
    exclude: { path: '\\.css$|\\.svg|\\.woff2|^bench/peers/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
