import { Button, TextInput } from '@mantine/core'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { SearchFilter, SelectFilter } from '#admin/kit/list/filters.tsx'
import type { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { authorKinds, changeOperations } from '#features/audit/contract.ts'
import { allChanges, type ShownChanges } from './audit-query.ts'
import { auditedTables } from './tables.ts'

interface AuditFiltersProps {
  list: ReturnType<typeof useListQuery<ShownChanges>>
}

/** The search and the filters: who, what, which change, from when to when. */
export function AuditFilters({ list: { query, typed, type, change, clear } }: AuditFiltersProps) {
  const { t, language } = useTexts()
  const { search, page: _, ...filters } = query
  const active = Object.values(filters).filter(Boolean).length
  const subjects = Object.entries(auditedTables)
    .map(([value, { label }]) => ({ value, label: t(label) }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  return (
    <FilterBar active={active}>
      <SearchFilter label={t('audit.search')} value={typed} onChange={type} />
      <SelectFilter
        label={t('audit.author')}
        any={t('audit.anyAuthor')}
        options={authorKinds.map((value) => ({ value, label: t(`audit.authors.${value}`) }))}
        value={query.author ?? ''}
        onChange={(value) => change({ author: authorKinds.find((kind) => kind === value) })}
      />
      <SelectFilter
        label={t('audit.subject')}
        any={t('audit.anySubject')}
        options={subjects}
        value={query.subject ?? ''}
        onChange={(value) => change({ subject: value || undefined, row: undefined })}
      />
      <SelectFilter
        label={t('audit.operation')}
        any={t('audit.anyOperation')}
        options={changeOperations.map((value) => ({ value, label: t(`audit.operations.${value}`) }))}
        value={query.operation ?? ''}
        onChange={(value) => change({ operation: changeOperations.find((one) => one === value) })}
      />
      <TextInput
        type="date"
        size="sm"
        label={t('audit.from')}
        value={query.from ?? ''}
        onChange={({ currentTarget }) => change({ from: currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        size="sm"
        label={t('audit.to')}
        value={query.to ?? ''}
        onChange={({ currentTarget }) => change({ to: currentTarget.value || undefined })}
      />
      {(active > 0 || search !== '') && (
        <Button variant="subtle" onClick={() => clear(allChanges)}>
          {t('audit.clear')}
        </Button>
      )}
    </FilterBar>
  )
}
