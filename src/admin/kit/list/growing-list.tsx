import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import styles from '#admin/kit/screen.module.css'

interface MoreQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

interface GrowingListProps<Entry> {
  query: MoreQuery & {
    data: Entry[] | undefined
    error: unknown
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  describeFailure: (reason: string) => string
  /** Shown instead of an empty list. */
  empty: ReactNode
  /** The label of the button for further entries. */
  more: string
  /** One entry, as an item of the list. */
  children: (entry: Entry) => ReactNode
}

/** A list that is fetched page by page: loading, failed, empty or its entries. */
export function GrowingList<Entry>(props: GrowingListProps<Entry>) {
  const { query, describeFailure, empty, more, children } = props
  if (!query.data)
    return query.isError ? <LoadFailure query={query} describe={describeFailure} /> : <LoadingLines />
  if (query.data.length === 0) return empty
  return (
    <>
      <ul className={styles.list}>{query.data.map(children)}</ul>
      <MoreButton query={query}>{more}</MoreButton>
    </>
  )
}

/** Fetches the next page of a list, if there is one. */
export function MoreButton({ query, children }: { query: MoreQuery; children: string }) {
  if (!query.hasNextPage) return null
  return (
    <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {children}
    </Button>
  )
}
