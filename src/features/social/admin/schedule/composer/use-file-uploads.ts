import { useRef, useState } from 'react'
import { describeError } from '#admin/kit/api/errors.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useUpload } from '#features/social/admin/schedule/use-posts.ts'
import type { PostMedia } from '#features/social/posts/contract.ts'

export interface Upload {
  key: string
  name: string
  /** How much has arrived, from 0 to 1. */
  part: number
  /** Why it was not taken. */
  failure?: string
}

/** The files that are on their way, one after the other; `onFile` gets each one that has arrived, in the order in which they were chosen. */
export function useFileUploads(onFile: (file: PostMedia) => void) {
  const { t } = useTexts()
  const upload = useUpload()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const change = (key: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const last = useRef<Promise<void>>(Promise.resolve())
  const dismiss = (key: string) => setUploads((all) => all.filter((one) => one.key !== key))

  function add(file: File, alternative_text = ''): Promise<void> {
    const key = crypto.randomUUID()
    setUploads((all) => [...all, { key, name: file.name, part: 0 }])
    last.current = last.current.then(() => send(key, file, alternative_text))
    return last.current
  }

  async function send(key: string, file: File, alternative_text: string): Promise<void> {
    try {
      const media = await upload(file, (part) => change(key, { part }))
      onFile({ ...media, alternative_text })
      dismiss(key)
    } catch (error) {
      change(key, { failure: describeError(error, t) })
    }
  }

  return { uploads, add, dismiss }
}
