import type { DocumentChange, DocumentDetails } from '#features/documents/contract.ts'

/** What is edited of a document. */
export type DocumentDraft = Required<Omit<DocumentChange, 'updated_at'>>

export function toDraft(document: DocumentDetails): DocumentDraft {
  const { title, description, keywords, category, is_featured, mapped_language = null } = document
  return { title, description, keywords, category, is_featured, mapped_language }
}

export const isSameDraft = (one: DocumentDraft, other: DocumentDraft): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
