import { documentKeys } from './key-store.ts'

/** What documents store encrypted. */
export const encryptedDocumentRows = [documentKeys]
