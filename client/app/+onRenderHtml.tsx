import { redirect } from 'vike/abort'
import { dangerouslySkipEscape } from 'vike/server'
import type { OnRenderHtmlAsync } from 'vike/types'

import type { PostedForm } from '../../shared/posted-form.ts'
import type { PageApi, RenderedPage } from '../lib/api-client.ts'
import { renderDocument } from './render.tsx'

declare global {
  namespace Vike {
    interface PageContext {
      /** Set by the server for this render. */
      api: PageApi
      /** Also set by the server: the outcome of the form that the page answers. */
      posted: PostedForm
      /** Read by the server afterward. */
      rendered?: RenderedPage
    }
  }
}

/** Development only: Vike adds to the document what Vite needs in the browser. The built site calls renderDocument itself. */
export const onRenderHtml: OnRenderHtmlAsync = async (pageContext) => {
  const { api, posted, urlOriginal } = pageContext
  const rendered = await renderDocument(urlOriginal, { api, posted })
  if (rendered.location !== undefined) throw redirect(rendered.location, rendered.status as 301 | 302)
  pageContext.rendered = rendered
  return { documentHtml: dangerouslySkipEscape(rendered.html), injectFilter: leaveOutStyles }
}

/** Vike would add the tags of every page in any order: tagsForPage() writes them all. */
function leaveOutStyles(assets: { assetType: string | null; inject: unknown }[]): void {
  for (const asset of assets) if (asset.assetType === 'style') asset.inject = false
}
