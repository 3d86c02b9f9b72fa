import { useEffect, useRef, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError, fieldErrors } from '#admin/kit/api/errors.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Translate } from '#admin/kit/texts/texts.ts'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { useDocumentActions } from '#features/documents/admin/use-documents.ts'
import type { Language } from '#shared/languages.ts'
import { sendUpload } from './send-upload.ts'
import {
  familyNameOf,
  isFinal,
  isUnderWay,
  prepareUpload,
  type Upload,
  type UploadDraft,
  type UploadState,
} from './upload-list.ts'
import { useFamilies } from './use-families.ts'

/** So many files are sent at the same time; the others wait for their turn. */
const atOnce = 2

interface UploadOptions {
  /** In bytes. */
  limit: number
  cleansMetadata: boolean
  /** The document with which all are kept together, and the languages that its family lacks. */
  family: { id: string; among: readonly Language[] } | undefined
}

/** The files that were chosen, and the sending of them. Those that are under way are broken off when the screen is left. */
export function useUploads({ limit, cleansMetadata, family }: UploadOptions) {
  const { t } = useTexts()
  const api = useApi()
  const { refresh } = useDocumentActions()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const files = useRef(new Map<number, File>())
  const running = useRef(new Map<number, AbortController>())
  const counter = useRef(0)
  const tellArrival = useArrivalToast(uploads.some(isUnderWay))
  const { addToOthers, ...together } = useFamilies(uploads, family?.id)

  useEffect(() => {
    const all = running.current
    return () => {
      for (const controller of all.values()) controller.abort()
    }
  }, [])

  const update = (id: number, change: (upload: Upload) => Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...change(one) } : one)))
  const setState = (id: number, state: UploadState) => update(id, () => ({ state }))

  async function send(upload: Upload): Promise<void> {
    const { id, draft } = upload
    const file = files.current.get(id)
    if (!file || running.current.has(id)) return
    const controller = new AbortController()
    running.current.set(id, controller)
    setState(id, { kind: 'sending', part: 0, speed: undefined })
    try {
      const document = await sendUpload(api, {
        ...{ file, draft, signal: controller.signal },
        onProgress: (part, speed) => setState(id, { kind: 'sending', part, speed }),
      })
      await addToOthers(document, familyNameOf(upload))
      files.current.delete(id)
      tellArrival()
      setState(id, { kind: 'done', document })
      void refresh()
    } catch (error) {
      setState(id, controller.signal.aborted ? { kind: 'cancelled' } : stateAfter(error, t))
    } finally {
      running.current.delete(id)
    }
  }

  // Whoever waits is sent as soon as there is room.
  const sending = uploads.filter(({ state }) => state.kind === 'sending').length
  const next = sending < atOnce ? uploads.find(({ state }) => state.kind === 'waiting') : undefined
  const nextId = next?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: one is sent once it is the next, whatever else changes
  useEffect(() => {
    if (next) void send(next)
  }, [nextId])

  return {
    uploads,
    ...together,
    add(file: File) {
      const id = ++counter.current
      files.current.set(id, file)
      setUploads((all) => [...all, prepareUpload({ id, file, limit, cleansMetadata, among: family?.among })])
    },
    describe: (id: number, draft: Partial<UploadDraft>) =>
      update(id, (upload) => ({ draft: { ...upload.draft, ...draft } })),
    /** Sends a file, or has it wait for its turn. */
    start: (id: number) => setState(id, { kind: 'waiting' }),
    cancel(id: number) {
      running.current.get(id)?.abort()
      update(id, ({ state }) => (state.kind === 'waiting' ? { state: { kind: 'prepared' } } : {}))
    },
    remove(id: number) {
      running.current.get(id)?.abort()
      files.current.delete(id)
      setUploads((all) => all.filter((one) => one.id !== id))
    },
    clearDone: () => setUploads((all) => all.filter(({ state }) => state.kind !== 'done')),
  }
}
export type Uploads = ReturnType<typeof useUploads>

function stateAfter(error: unknown, t: Translate): UploadState {
  const reason = describeError(error, t)
  return isFinal(error)
    ? { kind: 'rejected', reason }
    : { kind: 'failed', reason, fields: fieldErrors(error) }
}

/** Tells once, when no file is under way any more, how many have arrived. Returns what counts one. */
function useArrivalToast(isBusy: boolean): () => void {
  const { t, format } = useTexts()
  const toasts = useToasts()
  const arrived = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told at the end, whatever else changes
  useEffect(() => {
    const number = arrived.current
    if (isBusy || number === 0) return
    arrived.current = 0
    const message =
      number === 1
        ? t('library.upload.done')
        : t('library.upload.doneMany', { number: format.number(number) })
    toasts.show('success', message)
  }, [isBusy])
  return () => {
    arrived.current++
  }
}
