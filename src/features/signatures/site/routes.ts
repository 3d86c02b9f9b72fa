import type { PublicPage } from '#site/contract.ts'

export const pages: readonly PublicPage[] = [
  { name: 'verification', path: '/verify', metadata: 'certificate-page:meta', reads: [] },
]
