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

const PAGES = import.meta.glob<PageModule>(['./pages/*.tsx', '!./pages/{root,*.test}.tsx'])

/** A screen. `chunk` is its source file, by which its styles are found.
 *  @param name  of its file in client/pages */
function page(name: string, head: RouteHandle['head']): Pick<RouteObject, 'lazy' | 'handle'> {
  const lazy = PAGES[`./pages/${name}.tsx`]
  if (!lazy) throw new Error(`there is no page ${name}`)
  return { handle: { chunk: `client/pages/${name}.tsx`, head } satisfies RouteHandle, lazy }
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

const landing = page('landing', (_data, site) => ({
  title: `${site.name}: money news for people who work for it`,
  description:
    'A free weekly email on insider trades, congressional trades, housing, the economy and the markets, every figure linked to its public record.',
  canonicalPath: '/',
}))

const SIGN_UP_TITLES = { form: 'Sign up', disclaimer: 'Disclaimer', welcome: 'Welcome' } as const

const signUpHead: RouteHandle['head'] = (loaderData, site) => {
  const { posted } = loaderData as { posted: PostedSignUp | null }
  return {
    title: `${SIGN_UP_TITLES[posted?.step ?? 'form']} · ${site.name}`,
    description: `Get the free weekly email of ${site.name}.`,
    isHidden: true,
  }
}

/** A screen of assets, which is one island. */
const assetScreen =
  (name: string, chunk: string, load: () => Promise<ComponentType<{ first: TickerScreenData }>>) =>
  (kind: AssetKind): Pick<RouteObject, 'lazy' | 'handle' | 'loader'> => ({
    handle: { chunk, head: tickerHead } satisfies RouteHandle,
    lazy: async () => {
      const Screen = await load()
      const Component = () => (
        <Island name={name} when="soon" of={Screen} props={{ first: useLoaderData<TickerScreenData>() }} />
      )
      return { Component }
    },
    loader: createTickerLoader(kind),
  })

const ticker = assetScreen(
  'ticker',
  'client/features/ticker/ticker-screen.tsx',
  async () => (await import('./features/ticker/ticker-screen.tsx')).TickerScreen,
)

/** Before any search; a search without scripts leads on from here. */
const lookUp = assetScreen(
  'look-up',
  'client/features/ticker/look-up/look-up-screen.tsx',
  async () => (await import('./features/ticker/look-up/look-up-screen.tsx')).LookUpScreen,
)

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
        ...page('archive', archiveHead),
        loader: loadArchive,
      },
      {
        path: 'newsletter/archive/:date',
        ...page('edition', editionHead),
        loader: loadEdition,
      },
      {
        path: 'newsletter/archive/:date/figures',
        ...page('figures', figuresHead),
        loader: loadFigures,
      },
      {
        path: 'newsletter/how-we-know',
        ...page('how-we-know', howWeKnowHead),
        loader: loadHowWeKnow,
      },
      {
        path: 'newsletter/corrections',
        ...page('corrections', correctionsHead),
        loader: loadCorrections,
      },
      {
        path: 'dashboard',
        ...page(
          'dashboard',
          titled('Dashboard', (name) => `The dashboard of ${name}.`, HIDDEN),
        ),
      },
      {
        path: SIGN_UP_PATH.slice(1),
        ...page('sign-up', signUpHead),
        loader: loadPosted,
      },
      {
        path: 'unsubscribe',
        ...page(
          'unsubscribe',
          titled('Unsubscribe', (name) => `Stop the weekly email of ${name}.`, HIDDEN),
        ),
        loader: loadUnsubscribe,
      },
      {
        path: 'confirm',
        ...page(
          'confirm',
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
          'privacy-policy',
          titled(
            'Privacy Policy',
            (name) => `What ${name} stores about you, for how long, why, and what you can ask of us.`,
          ),
        ),
      },
      {
        path: 'terms-of-service',
        ...page(
          'terms-of-service',
          titled('Terms of Use', (name) => `The terms under which ${name} may be used.`),
        ),
      },
      {
        path: 'disclaimers',
        ...page(
          'disclaimers',
          titled('Disclaimer', (name) => `What ${name} is not: no advice, no guarantee, no solicitation.`),
        ),
      },
      {
        path: 'api/docs',
        ...page(
          'api-docs',
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
