import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { listPageSize, usePostList } from '#features/social/admin/schedule/use-posts.ts'
import { platformNames } from '#features/social/contract.ts'
import type { SocialPost } from '#features/social/posts/contract.ts'
import styles from './calendar.module.css'
import { type CalendarQuery, countFilters } from './calendar-query.ts'
import { PostState } from './post-state.tsx'

interface ListViewProps {
  query: CalendarQuery
  /** The first moment and that after the last. */
  range: { from: string; to: string }
  onPage: (page: number) => void
  onOpen: (id: string) => void
}

/** The posts of a month as a table. */
export function ListView({ query, range, onPage, onOpen }: ListViewProps) {
  const { t } = useTexts()
  const { platform, account, status, search, page } = query
  const list = usePostList({ ...range, platform, status, search, account }, page)
  const columns = useColumns(onOpen)
  if (list.isError && !list.data) return <LoadFailure query={list} title={t('calendar.loadFailed')} />
  if (!list.data) return <LoadingLines />
  const { items, total } = list.data
  if (items.length === 0)
    return <EmptyState title={t(countFilters(query) > 0 ? 'calendar.noneFound' : 'calendar.none')} />
  return (
    <StaleFrame query={list}>
      <DataTable
        caption={t('calendar.list.caption')}
        columns={columns}
        rows={items}
        keyOf={({ id }) => id}
        isAlarming={({ status: one }) => one === 'failed'}
      />
      <Pager page={page} pageSize={listPageSize} total={total} onPage={onPage} />
    </StaleFrame>
  )
}

function useColumns(onOpen: (id: string) => void): Column<SocialPost>[] {
  const { t, format } = useTexts()
  return [
    {
      key: 'text',
      label: t('calendar.list.text'),
      isRowHeader: true,
      cell: ({ id, title, content }) => (
        <TextButton className={styles.listText} dir="auto" onClick={() => onOpen(id)}>
          <bdi>{title || content || t('calendar.noText')}</bdi>
        </TextButton>
      ),
    },
    {
      key: 'time',
      label: t('calendar.list.time'),
      width: '13rem',
      cell: ({ scheduled_at }) => format.dateTime(scheduled_at),
    },
    {
      key: 'account',
      label: t('calendar.list.account'),
      width: '15rem',
      cell: ({ platform, account_name }) => (
        <>
          {platformNames[platform]} · <bdi>{account_name}</bdi>
        </>
      ),
    },
    {
      key: 'status',
      label: t('calendar.list.status'),
      width: '13rem',
      cell: (post) => <PostState post={post} />,
    },
  ]
}
