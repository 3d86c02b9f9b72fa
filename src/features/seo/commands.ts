import { redirectSource } from '#features/seo/redirects/transfer/redirect-part.ts'

/** The redirects that `npm run admin -- export-content` writes. */
export const redirectExport = redirectSource
