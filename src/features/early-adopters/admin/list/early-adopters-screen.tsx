import '#features/early-adopters/admin/texts.ts'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { InvitationPanel } from '#features/signatures/admin/parts/invitation-panel.tsx'
import { signaturePermissions } from '#features/signatures/permissions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { EarlyAdopterTable } from './early-adopter-table.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ListFilters } from './list-filters.tsx'
import { exportFilter, isNarrowed, type ListQuery, listPath, pageSize, writeFilter } from './list-query.ts'
import { SegmentSummary } from './segment-summary.tsx'
import { nobody, type Selection } from './selection.ts'
import { SimilarPeople } from './similar-people.tsx'
import { useExactTotal } from './use-exact-total.ts'
import { useLeadListQuery } from './use-lead-list-query.ts'

/** The list of early adopters. */
export function EarlyAdoptersScreen() {
  const { t } = useTexts()
  const canImport = useCan(leadPermissions.import)
  const canExport = useCan(leadPermissions.export)
  const canInvite = useCan(signaturePermissions.invite)
  const seesAddresses = useCan(leadPermissions.readAddresses)
  const list = useLeadListQuery()
  const { query, change, clear } = list
  const [isExporting, setExporting] = useState(false)
  return (
    <>
      <ScreenHeading
        title={t('people.title')}
        intro={seesAddresses ? t('people.intro') : `${t('people.intro')} ${t('leads.visibility.addresses')}`}
        aside={
          <ButtonRow>
            <Button component={Link} variant="default" to="/admin/early-adopters/tags">
              {t('leads.tags.title')}
            </Button>
            {canImport && (
              <Button component={Link} variant="default" to="/admin/early-adopters/import">
                {t('leads.import.open')}
              </Button>
            )}
            {canExport && (
              <Button variant="default" onClick={() => setExporting(true)}>
                {t('leads.export.open')}
              </Button>
            )}
          </ButtonRow>
        }
      />
      {isExporting && (
        <ExportDialog request={{ filter: exportFilter(query) }} onClose={() => setExporting(false)} />
      )}
      {canInvite && <InvitationPanel />}
      <SegmentSummary chosen={query.segment} onChoose={(segment) => change({ segment })} />
      <ListFilters {...list} />
      <EarlyAdopterList query={query} onChange={change} onClear={clear} />
    </>
  )
}

interface EarlyAdopterListProps {
  query: ListQuery
  onChange: (next: Partial<ListQuery>) => void
  onClear: () => void
}

function EarlyAdopterList({ query, onChange, onClear }: EarlyAdopterListProps) {
  const { t, language } = useTexts()
  const api = useApi()
  const canEdit = useCan(leadPermissions.edit)
  const list = useQuery({
    // Interests come named in the reader's language.
    queryKey: ['early-adopters', 'list', query, language],
    queryFn: ({ signal }) => api.getPage(listPath(query), z.array(EarlyAdopter), signal),
    placeholderData: keepPreviousData,
  })
  // The list comes sooner than the number of all whom a short search finds.
  const exact = useExactTotal(exportFilter(query), list.data?.isMinimum === true)
  const [selection, setSelection] = useState<Selection>(nobody)
  const filter = String(writeFilter(query))
  const [selectedIn, setSelectedIn] = useState(filter)
  // A selection must not silently mean other leads, or leads that are no longer shown.
  if (selectedIn !== filter) {
    setSelectedIn(filter)
    setSelection(nobody)
  }

  if (list.isError && !list.data) return <LoadFailure query={list} title={t('people.failed')} />
  if (!list.data) return <LoadingLines />
  const { items } = list.data
  const total = exact ?? list.data.total
  const isMinimum = list.data.isMinimum && exact === undefined
  const pager = (
    <Pager
      page={query.page}
      pageSize={pageSize}
      total={total}
      isMinimum={isMinimum}
      onPage={(page) => onChange({ page })}
      describe={(range) => t('people.range', range)}
    />
  )
  if (items.length === 0 && query.page > 1 && total > 0) return pager
  if (items.length === 0 && !isNarrowed(query)) {
    return <EmptyState title={t('people.none')}>{t('people.noneText')}</EmptyState>
  }
  if (items.length === 0) {
    return (
      <>
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
        {query.search && <SimilarPeople search={query.search} />}
      </>
    )
  }
  return (
    <div className={styles.list} aria-busy={list.isFetching} data-stale={list.isPlaceholderData || undefined}>
      <EarlyAdopterTable
        people={items}
        sorting={query.sorting}
        onSort={(sorting) => onChange({ sorting })}
        selection={canEdit ? selection : undefined}
        onSelect={setSelection}
      />
      {pager}
      {canEdit && !isMinimum && (
        <BulkBar selection={selection} query={query} total={total} onSelect={setSelection} />
      )}
    </div>
  )
}
