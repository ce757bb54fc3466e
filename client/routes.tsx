import type { ComponentType } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'

import type { AssetKind } from '../shared/market-contract.ts'
import { SIGN_UP_PATH, type PostedSignUp } from '../shared/posted-form.ts'
import {
  archiveHead,
  correctionsHead,
  editionHead,
  figuresHead,
  howWeKnowHead,
} from './features/editions/edition-head.ts'
import {
  loadArchive,
  loadCorrections,
  loadEdition,
  loadFigures,
  loadHowWeKnow,
  loadLanding,
} from './features/editions/load-editions.ts'
import { tickerHead } from './features/ticker/ticker-head.ts'
import type { TickerScreenData } from './features/ticker/load-ticker.ts'
import { createTickerLoader } from './features/ticker/ticker-route.ts'
import { Island } from './lib/island.tsx'
import type { RouteHandle } from './lib/head.ts'
import { apiContext, postedContext, ROOT_ROUTE_ID, throwStatus } from './lib/loading.ts'
import { Root, RootError } from './pages/root.tsx'

interface PageModule {
  Component: ComponentType
}

/** A screen. `chunk` is its source file, by which its styles are found. */
function page(
  chunk: string,
  load: () => Promise<PageModule>,
  head: RouteHandle['head'],
): Pick<RouteObject, 'lazy' | 'handle'> {
  const handle: RouteHandle = { chunk, ...(head && { head }) }
  return { handle, lazy: load }
}

const HIDDEN = { isHidden: true } as const

/** The head of a page without data. */
const titled =
  (title: string, describe: (siteName: string) => string, isHidden?: typeof HIDDEN): RouteHandle['head'] =>
  (_data, { name }) => ({ title: `${title} · ${name}`, description: describe(name), ...isHidden })

const loadSite = ({ context }: LoaderFunctionArgs) => context.get(apiContext).getSite()

/** Loads the outcome of a form for the page that answers it. */
const loadPosted = ({ context }: LoaderFunctionArgs) => ({ posted: context.get(postedContext) })

const loadUnsubscribe = ({ request, context }: LoaderFunctionArgs) => {
  // The server passes this in place of the link, which it keeps to itself.
  const query = new URL(request.url).searchParams
  return {
    posted: context.get(postedContext),
    isUsable: query.has('link'),
    unusable: query.get('unusable') ?? undefined,
  }
}

const notFound = () => throwStatus(404)

const landing = page(
  'client/pages/landing.tsx',
  () => import('./pages/landing.tsx'),
  (_data, site) => ({
    title: `${site.name}: money news for people who work for it`,
    description:
      'A free weekly email on insider trades, congressional trades, housing, the economy and the markets, every figure linked to its public record.',
    canonicalPath: '/',
  }),
)

const SIGN_UP_TITLES = { form: 'Sign up', disclaimer: 'Disclaimer', welcome: 'Welcome' } as const

const signUpHead: RouteHandle['head'] = (loaderData, site) => {
  const { posted } = loaderData as { posted: PostedSignUp | null }
  return {
    title: `${SIGN_UP_TITLES[posted?.step ?? 'form']} · ${site.name}`,
    description: `Get the free weekly email of ${site.name}.`,
    isHidden: true,
  }
}

const ticker = (kind: AssetKind): Pick<RouteObject, 'lazy' | 'handle' | 'loader'> => ({
  ...page(
    'client/features/ticker/ticker-screen.tsx',
    async () => {
      const { TickerScreen } = await import('./features/ticker/ticker-screen.tsx')
      const Component = () => (
        <Island
          name="ticker"
          when="soon"
          of={TickerScreen}
          props={{ first: useLoaderData<TickerScreenData>() }}
        />
      )
      return { Component }
    },
    tickerHead,
  ),
  loader: createTickerLoader(kind),
})

/** Before any search; a search without scripts leads on from here. */
const lookUp = (kind: AssetKind): Pick<RouteObject, 'lazy' | 'handle' | 'loader'> => ({
  ...page(
    'client/features/ticker/look-up/look-up-screen.tsx',
    async () => {
      const { LookUpScreen } = await import('./features/ticker/look-up/look-up-screen.tsx')
      const Component = () => (
        <Island
          name="look-up"
          when="soon"
          of={LookUpScreen}
          props={{ data: useLoaderData<TickerScreenData>() }}
        />
      )
      return { Component }
    },
    tickerHead,
  ),
  loader: createTickerLoader(kind),
})

export const routes: RouteObject[] = [
  {
    id: ROOT_ROUTE_ID,
    Component: Root,
    ErrorBoundary: RootError,
    loader: loadSite,
    children: [
      { index: true, ...landing, loader: loadLanding },
      { path: 'newsletter', ...landing, loader: loadLanding },
      {
        path: 'newsletter/archive',
        ...page('client/pages/archive.tsx', () => import('./pages/archive.tsx'), archiveHead),
        loader: loadArchive,
      },
      {
        path: 'newsletter/archive/:date',
        ...page('client/pages/edition.tsx', () => import('./pages/edition.tsx'), editionHead),
        loader: loadEdition,
      },
      {
        path: 'newsletter/archive/:date/figures',
        ...page('client/pages/figures.tsx', () => import('./pages/figures.tsx'), figuresHead),
        loader: loadFigures,
      },
      {
        path: 'newsletter/how-we-know',
        ...page('client/pages/how-we-know.tsx', () => import('./pages/how-we-know.tsx'), howWeKnowHead),
        loader: loadHowWeKnow,
      },
      {
        path: 'newsletter/corrections',
        ...page('client/pages/corrections.tsx', () => import('./pages/corrections.tsx'), correctionsHead),
        loader: loadCorrections,
      },
      {
        path: 'dashboard',
        ...page(
          'client/pages/dashboard.tsx',
          () => import('./pages/dashboard.tsx'),
          titled('Dashboard', (name) => `The dashboard of ${name}.`, HIDDEN),
        ),
      },
      {
        path: SIGN_UP_PATH.slice(1),
        ...page('client/pages/sign-up.tsx', () => import('./pages/sign-up.tsx'), signUpHead),
        loader: loadPosted,
      },
      {
        path: 'unsubscribe',
        ...page(
          'client/pages/unsubscribe.tsx',
          () => import('./pages/unsubscribe.tsx'),
          titled('Unsubscribe', (name) => `Stop the weekly email of ${name}.`, HIDDEN),
        ),
        loader: loadUnsubscribe,
      },
      {
        path: 'confirm',
        ...page(
          'client/pages/confirm.tsx',
          () => import('./pages/confirm.tsx'),
          titled(
            'Confirm your subscription',
            (name) => `Confirm that the weekly email of ${name} may come to your address.`,
            HIDDEN,
          ),
        ),
        loader: loadPosted,
      },
      {
        path: 'privacy-policy',
        ...page(
          'client/pages/privacy-policy.tsx',
          () => import('./pages/privacy-policy.tsx'),
          titled(
            'Privacy Policy',
            (name) => `What ${name} stores about you, for how long, why, and what you can ask of us.`,
          ),
        ),
      },
      {
        path: 'terms-of-service',
        ...page(
          'client/pages/terms-of-service.tsx',
          () => import('./pages/terms-of-service.tsx'),
          titled('Terms of Use', (name) => `The terms under which ${name} may be used.`),
        ),
      },
      {
        path: 'disclaimers',
        ...page(
          'client/pages/disclaimers.tsx',
          () => import('./pages/disclaimers.tsx'),
          titled('Disclaimer', (name) => `What ${name} is not: no advice, no guarantee, no solicitation.`),
        ),
      },
      {
        path: 'api/docs',
        ...page(
          'client/pages/api-docs.tsx',
          () => import('./pages/api-docs.tsx'),
          titled('API', (name) => `The API of ${name}, to read and to try.`),
        ),
      },
      { path: 'stocks', ...lookUp('stock') },
      { path: 'stocks/:ticker', ...ticker('stock') },
      { path: 'crypto', ...lookUp('crypto') },
      { path: 'crypto/:ticker', ...ticker('crypto') },
      { path: '*', loader: notFound, Component: () => null },
    ],
  },
]
