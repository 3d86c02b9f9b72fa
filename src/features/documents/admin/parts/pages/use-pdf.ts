import { useEffect, useState } from 'react'
import { useDocumentActions } from '#features/documents/admin/use-documents.ts'
import { type OpenedPdf, openPdf } from '#features/documents/site/reader/pdf.ts'
import { startPdfWorker } from './pdf-worker.ts'

/** A version of the file of a document. */
export interface FileOfDocument {
  id: string
  version: number
}

type Opening = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; pdf: OpenedPdf }

/** Opens a version of a document for as long as it is shown. */
export function usePdf({ id, version }: FileOfDocument) {
  const { link } = useDocumentActions()
  const [attempt, setAttempt] = useState(0)
  const [opening, setOpening] = useState<Opening>({ state: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is asked for once for each file and attempt
  useEffect(() => {
    let isWanted = true
    let opened: OpenedPdf | undefined
    setOpening({ state: 'loading' })
    async function open() {
      const { url } = await link(id, version)
      const pdf = await openPdf({ url, worker: startPdfWorker() })
      if (!isWanted) return pdf.close()
      opened = pdf
      setOpening({ state: 'ready', pdf })
    }
    open().catch(() => isWanted && setOpening({ state: 'failed' }))
    return () => {
      isWanted = false
      opened?.close()
    }
  }, [id, version, attempt])
  return { opening, retry: () => setAttempt(attempt + 1) }
}
