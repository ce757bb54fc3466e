import type { Config } from 'vike/types'

// React Router owns links and navigation; Vike renders the shell.
export default {
  clientRouting: false,
} satisfies Config
