import { documentSource } from '#features/documents/transfer/document-part.ts'

/** The documents that `npm run admin -- export-content` writes. */
export const documentExport = documentSource
