import { z } from 'zod'
import type { ApiClient } from '#admin/kit/api/api-client.ts'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { type ListQuery, largestPage, listPath } from './list-query.ts'
import type { Selection } from './selection.ts'

interface FetchOptions {
  api: Pick<ApiClient, 'getPage'>
  query: ListQuery
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** Everyone who is selected, page by page; oldest first, so that a new sign-up does not shift the pages. */
export async function fetchAllSelected(selection: Selection, options: FetchOptions): Promise<EarlyAdopter[]> {
  if (selection.kind === 'some') return [...selection.people.values()]
  const { api, query, signal, onProgress } = options
  const people = new Map<string, EarlyAdopter>()
  for (let page = 1; ; page++) {
    const path = listPath({ ...query, sorting: 'created_at_asc', page }, largestPage)
    const { items, total } = await api.getPage(path, z.array(EarlyAdopter), signal)
    for (const person of items) people.set(person.id, person)
    onProgress(people.size, Math.max(people.size, total))
    if (items.length < largestPage) return [...people.values()]
  }
}
