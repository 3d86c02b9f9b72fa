import type { ReactNode } from 'react'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import styles from '#features/mail/admin/metrics/metrics.module.css'
import { ListPager } from './list-pager.tsx'
import type { useMailList } from './use-mail-list.ts'

interface MailListProps<Entry> {
  entries: ReturnType<typeof useMailList<Entry>>
  failed: string
  /** What stands in the place of a list with nothing in it. */
  empty: ReactNode
  children: (items: Entry[]) => ReactNode
}

/** A page of a list and the way to the others, whatever becomes of it. */
export function MailList<Entry>({ entries, failed, empty, children }: MailListProps<Entry>) {
  const { list, page, choosePage } = entries
  if (!list.data)
    return list.isError ? <LoadFailure query={list} title={failed} /> : <LoadingBlock height={240} />
  const { items, total } = list.data
  if (total === 0) return empty
  return (
    <div className={styles.list} aria-busy={list.isFetching} data-stale={list.isPlaceholderData || undefined}>
      {children(items)}
      <ListPager page={page} total={total} onPage={choosePage} />
    </div>
  )
}
