import type { Inspection } from '#features/seo/search-console/contract.ts'

/** What keeps an address out of results, by what Google says; `state` is Google's own code. */
export interface IndexObstacle {
  key: 'robots' | 'noindex' | 'fetch' | 'canonical'
  state: string
}

const blocked = ['BLOCKED_BY_META_TAG', 'BLOCKED_BY_HTTP_HEADER']

/** What Google says that keeps an address out of results, or shows another one instead. */
export function obstaclesOf({
  address,
  robots_state,
  indexing_state,
  fetch_state,
  google_canonical,
}: Pick<
  Inspection,
  'address' | 'robots_state' | 'indexing_state' | 'fetch_state' | 'google_canonical'
>): IndexObstacle[] {
  const hasFetched = ['', 'SUCCESSFUL', 'PAGE_FETCH_STATE_UNSPECIFIED', 'BLOCKED_ROBOTS_TXT'].includes(
    fetch_state,
  )
  return [
    ...(robots_state === 'DISALLOWED' ? [{ key: 'robots', state: robots_state } as const] : []),
    ...(blocked.includes(indexing_state) ? [{ key: 'noindex', state: indexing_state } as const] : []),
    ...(hasFetched ? [] : [{ key: 'fetch', state: fetch_state } as const]),
    ...(google_canonical !== null && google_canonical !== address
      ? [{ key: 'canonical', state: google_canonical } as const]
      : []),
  ]
}
