import { useRef, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type Erased, eraseInGroups } from './erase-in-groups.ts'

/** The erasure of several leads: its progress, and in the end a sentence about the result. `onResult` is called when somebody is gone. */
export function useErasure(ids: string[], onResult?: () => void) {
  const { t, format } = useTexts()
  const api = useApi()
  const [progress, setProgress] = useState<Erased>()
  const [result, setResult] = useState<string>()
  const stop = useRef(new AbortController())

  async function erase() {
    const erased = await eraseInGroups(ids, { api, signal: stop.current.signal, onProgress: setProgress })
    if (erased.erased + erased.missing > 0) onResult?.()
    const left = ids.length - erased.erased - erased.missing
    const counts = { erased: format.number(erased.erased), missing: format.number(erased.missing) }
    const reason = erased.error === undefined ? '' : describeError(erased.error, t)
    setResult(
      left > 0
        ? t('leads.erase.interrupted', { ...counts, left: format.number(left), reason }).trim()
        : t('leads.erase.done', counts),
    )
  }
  return {
    progress,
    result,
    start() {
      setProgress({ erased: 0, missing: 0 })
      void erase()
    },
    stop: () => stop.current.abort(),
  }
}
