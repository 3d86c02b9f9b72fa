import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { LoadingLines } from './loading.tsx'
import styles from './screen.module.css'

interface GrowingListProps<Entry> {
  query: {
    data: Entry[] | undefined
    error: unknown
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  describeFailure: (reason: string) => string
  /** What stands in the place of a list with nothing in it. */
  empty: ReactNode
  /** What the button for further entries says. */
  more: string
  /** One entry, as an item of the list. */
  children: (entry: Entry) => ReactNode
}

/** A list that is fetched page by page, whatever becomes of it. */
export function GrowingList<Entry>(props: GrowingListProps<Entry>) {
  const { query, describeFailure, empty, more, children } = props
  if (!query.data)
    return query.isError ? <LoadFailure query={query} describe={describeFailure} /> : <LoadingLines />
  if (query.data.length === 0) return empty
  return (
    <>
      <ul className={styles.list}>{query.data.map(children)}</ul>
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </>
  )
}
