import { useRef, useState } from 'react'
import { describeError } from '#admin/kit/api/errors.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { useDocumentActions } from '#features/documents/admin/use-documents.ts'
import type { DocumentDetails } from '#features/documents/contract.ts'
import { listFamilies, type Upload } from './upload-list.ts'

/** Keeps documents together that are the same one in several languages: those of a family, or of names that differ only in them. */
export function useFamilies(uploads: readonly Upload[], familyId: string | undefined) {
  const { t } = useTexts()
  const toasts = useToasts()
  const { addToFamily } = useDocumentActions()
  const [keepsTogether, setKeepsTogether] = useState(true)
  const families = listFamilies(uploads)
  // The first document of each family that has been stored; the others are added to it.
  const firsts = useRef(new Map<string, string>())

  return {
    /** The names of the files that are there in several languages, and whether they are kept together. */
    ...{ families, keepsTogether, setKeepsTogether },

    /** Adds a document that has been stored to its family. What fails here can be done on its screen. */
    async addToOthers({ id, title }: DocumentDetails, name: string | undefined): Promise<void> {
      const isWanted = keepsTogether && name !== undefined && families.includes(name)
      const first = familyId ?? (isWanted ? firsts.current.get(name) : undefined)
      if (first === undefined) {
        if (isWanted) firsts.current.set(name, id)
        return
      }
      try {
        await addToFamily(first, id)
      } catch (error) {
        toasts.show('error', t('library.upload.notTogether', { title, reason: describeError(error, t) }))
      }
    },
  }
}
