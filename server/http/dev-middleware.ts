import type { RequestHandler } from 'express'
import { createDevMiddleware as createVikeMiddleware } from 'vike/server'

/** Vite inside this server: the client's modules, reloaded while they are edited. Development only. */
export async function createDevMiddleware(): Promise<{
  devMiddleware: RequestHandler
  close: () => Promise<void>
}> {
  const { devMiddleware, viteServer } = await createVikeMiddleware({ root: process.cwd() })
  return { devMiddleware: devMiddleware as RequestHandler, close: () => viteServer.close() }
}
