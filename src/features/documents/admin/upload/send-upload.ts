import type { ApiClient } from '#admin/kit/api/api-client.ts'
import { DocumentDetails } from '#features/documents/contract.ts'
import { createSpeedometer, fieldsOf, type UploadDraft } from './upload-list.ts'

interface Sending {
  file: File
  draft: UploadDraft
  signal: AbortSignal
  /** Hears which part is sent, from 0 to 1, and the speed in bytes a second. */
  onProgress: (part: number, speed: number | undefined) => void
}

/** Sends a file with what is said about it. */
export function sendUpload(
  api: Pick<ApiClient, 'upload'>,
  { file, draft, signal, onProgress }: Sending,
): Promise<DocumentDetails> {
  const form = new FormData()
  for (const [name, value] of fieldsOf(draft)) form.append(name, value)
  form.append('file', file, file.name)
  const measure = createSpeedometer(() => performance.now())
  return api.upload('/api/documents/upload', form, DocumentDetails, {
    signal,
    onProgress: (part) => onProgress(part, measure(part * file.size)),
  })
}
