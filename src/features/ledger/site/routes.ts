import type { PublicPage } from '#site/contract.ts'

export const pages: readonly PublicPage[] = [
  { name: 'ledger', path: '/ledger', metadata: 'ledger:meta', reads: [] },
]
