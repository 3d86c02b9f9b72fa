import { Button, NativeSelect, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api-context.tsx'
import { describeError } from '#admin/kit/errors.ts'
import { ChevronIcon, SearchIcon } from '#admin/kit/icons.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/text-context.tsx'
import { segments } from '#shared/segments.ts'
import { EarlyAdopter } from '../contract.ts'
import { EarlyAdopterTable, TableSkeleton } from './early-adopter-table.tsx'
import styles from './early-adopters.module.css'
import { ListPager } from './list-pager.tsx'
import { listPath } from './list-query.ts'
import { SegmentSummary } from './segment-summary.tsx'
import { useListQuery } from './use-list-query.ts'

/** Everyone who has joined the programme. */
export function EarlyAdoptersScreen() {
  const { t } = useTexts()
  const { query, typed, type, chooseSegment, choosePage, clear } = useListQuery()
  const isNarrowed = query.search !== '' || query.segment !== undefined
  return (
    <>
      <ScreenHeading title={t('people.title')} intro={t('people.intro')} />
      <SegmentSummary chosen={query.segment} onChoose={chooseSegment} />
      <search className={styles.filters}>
        <TextInput
          type="search"
          size="md"
          aria-label={t('people.search')}
          placeholder={t('people.search')}
          leftSection={<SearchIcon />}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          maxLength={200}
        />
        <NativeSelect
          size="md"
          aria-label={t('people.segment')}
          rightSection={<ChevronIcon />}
          value={query.segment ?? ''}
          data={[
            { value: '', label: t('people.anySegment') },
            ...segments.map((segment) => ({ value: segment, label: t(`segments.${segment}`) })),
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget
            chooseSegment(segments.find((segment) => segment === value))
          }}
        />
        {isNarrowed && (
          <Button variant="subtle" onClick={clear}>
            {t('people.clear')}
          </Button>
        )}
      </search>
      <EarlyAdopterList query={query} isNarrowed={isNarrowed} onPage={choosePage} onClear={clear} />
    </>
  )
}

interface EarlyAdopterListProps {
  query: ReturnType<typeof useListQuery>['query']
  isNarrowed: boolean
  onPage: (page: number) => void
  onClear: () => void
}

function EarlyAdopterList({ query, isNarrowed, onPage, onClear }: EarlyAdopterListProps) {
  const { t } = useTexts()
  const api = useApi()
  const { language } = useTexts()
  const list = useQuery({
    // Interests come named in the reader's language.
    queryKey: ['early-adopters', 'list', query, language],
    queryFn: ({ signal }) => api.getPage(listPath(query), z.array(EarlyAdopter), signal),
    placeholderData: keepPreviousData,
  })

  if (list.isError && !list.data) {
    return (
      <Notice
        kind="error"
        title={t('people.failed')}
        actions={
          <Button variant="default" loading={list.isFetching} onClick={() => void list.refetch()}>
            {t('retry')}
          </Button>
        }
      >
        {describeError(list.error, t)}
      </Notice>
    )
  }
  if (!list.data) return <TableSkeleton />
  const { items, total } = list.data
  if (items.length === 0 && query.page > 1 && total > 0)
    return <ListPager page={query.page} total={total} onPage={onPage} />
  if (items.length === 0 && !isNarrowed) {
    return <EmptyState title={t('people.none')}>{t('people.noneText')}</EmptyState>
  }
  if (items.length === 0) {
    return (
      <EmptyState
        title={t('people.noMatch')}
        actions={
          <Button variant="default" onClick={onClear}>
            {t('people.clear')}
          </Button>
        }
      >
        {t('people.noMatchText')}
      </EmptyState>
    )
  }
  return (
    <div className={styles.list} aria-busy={list.isFetching} data-stale={list.isPlaceholderData || undefined}>
      <EarlyAdopterTable people={items} />
      <ListPager page={query.page} total={total} onPage={onPage} />
    </div>
  )
}
