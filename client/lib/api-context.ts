import { createContext } from 'react-router'

import type { ApiClient } from './api-client.ts'

/** Where a loader finds its ApiClient: in-process on the server, fetch in the browser. */
export const apiContext = createContext<ApiClient>()
