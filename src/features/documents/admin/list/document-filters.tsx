import { Button, NativeSelect } from '@mantine/core'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { SearchFilter, SelectFilter } from '#admin/kit/list/filters.tsx'
import type { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { LanguageFilter } from '#features/documents/admin/parts/language-filter.tsx'
import { documentCategories, documentColumns, documentFilters } from '#features/documents/contract.ts'
import { countFilters, documentOrders, isNarrowed, type ListQuery, noFilters } from './list-query.ts'

/** The search and the filters of the list, and its order. */
export function DocumentFilters({
  query,
  typed,
  type,
  change,
  clear,
}: ReturnType<typeof useListQuery<ListQuery>>) {
  const { t } = useTexts()
  const find = <Value extends string>(known: readonly Value[], value: string) =>
    known.find((one) => one === value)
  return (
    <FilterBar label={t('screens.documents')} active={countFilters(query)}>
      <SearchFilter label={t('library.search')} value={typed} onChange={type} />
      <SelectFilter
        label={t('library.filters.status')}
        any={t('library.filters.anyStatus')}
        options={documentFilters.status.map((value) => ({ value, label: t(`library.statuses.${value}`) }))}
        value={query.status ?? ''}
        onChange={(value) => change({ status: find(documentFilters.status, value) })}
      />
      <LanguageFilter value={query.language} onChange={(language) => change({ language })} />
      <SelectFilter
        label={t('library.filters.category')}
        any={t('library.filters.anyCategory')}
        options={documentCategories.map((value) => ({ value, label: t(`library.categories.${value}`) }))}
        value={query.category ?? ''}
        onChange={(value) => change({ category: find(documentCategories, value) })}
      />
      <NativeSelect
        size="sm"
        aria-label={t('library.filters.order')}
        rightSection={<ChevronIcon />}
        value={`${query.sortBy}_${query.sortOrder}`}
        data={documentOrders.map((value) => ({ value, label: t(`library.orders.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change({
            sortBy: documentColumns.find((column) => value.startsWith(column)) ?? 'created_at',
            sortOrder: value.endsWith('_asc') ? 'asc' : 'desc',
          })
        }
      />
      {isNarrowed(query) && (
        <Button variant="default" size="sm" onClick={() => clear(noFilters)}>
          {t('library.filters.clear')}
        </Button>
      )}
    </FilterBar>
  )
}
