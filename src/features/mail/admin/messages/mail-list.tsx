import type { ReactNode } from 'react'
import { Pager } from '#admin/kit/list/pager.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { pageSize, type useMailList } from './use-mail-list.ts'

interface MailListProps<Entry> {
  entries: ReturnType<typeof useMailList<Entry>>
  failed: string
  /** Shown in place of an empty list. */
  empty: ReactNode
  children: (items: Entry[]) => ReactNode
}

/** A page of a list with links to the others, while it loads, when it fails and when it is empty. */
export function MailList<Entry>({ entries, failed, empty, children }: MailListProps<Entry>) {
  const { list, page, choosePage } = entries
  if (!list.data)
    return list.isError ? <LoadFailure query={list} title={failed} /> : <LoadingBlock height={240} />
  const { items, total } = list.data
  if (total === 0) return empty
  return (
    <StaleFrame query={list}>
      {children(items)}
      <Pager page={page} pageSize={pageSize} total={total} onPage={choosePage} />
    </StaleFrame>
  )
}
