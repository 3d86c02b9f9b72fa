import { useRef, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { fetchAllSelected } from './fetch-all-selected.ts'
import type { ListQuery } from './list-query.ts'
import type { Selection } from './selection.ts'

/** Fetches all selected leads, page by page, until it is stopped. */
export function useFetchSelected(selection: Selection, query: ListQuery) {
  const { t } = useTexts()
  const api = useApi()
  const toasts = useToasts()
  const [fetched, setFetched] = useState<{ done: number; total: number }>()
  const stop = useRef<AbortController>(undefined)

  async function fetchSelected(onFetched: (people: EarlyAdopter[]) => void) {
    stop.current = new AbortController()
    try {
      const people = await fetchAllSelected(selection, {
        ...{ api, query, signal: stop.current.signal },
        onProgress: (done, of) => setFetched({ done, total: of }),
      })
      onFetched(people)
    } catch (error) {
      if (!stop.current.signal.aborted) toasts.show('error', describeError(error, t))
    } finally {
      setFetched(undefined)
    }
  }
  return { fetched, fetchSelected, stop: () => stop.current?.abort() }
}
