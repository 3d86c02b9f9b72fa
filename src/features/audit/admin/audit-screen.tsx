import './texts.ts'
import '#features/accounts/admin/parts/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './audit.module.css'
import { AuditFilters } from './audit-filters.tsx'
import { allChanges, filterOf, readAuditQuery, type ShownChanges, writeAuditQuery } from './audit-query.ts'
import { ChainPanel } from './chain-panel.tsx'
import { ChangeGroup } from './change-group.tsx'
import { groupEntries } from './entry-values.ts'
import { ExportDialog } from './export-dialog.tsx'
import { pageSize, useAuditEntries } from './use-audit.ts'

/** The audit log: every change, newest first. */
export function AuditScreen() {
  const { t } = useTexts()
  const list = useListQuery({ read: readAuditQuery, write: writeAuditQuery })
  const [isExporting, setExporting] = useState(false)
  return (
    <>
      <ScreenHeading
        title={t('screens.audit')}
        intro={t('audit.intro')}
        aside={
          <Button variant="default" onClick={() => setExporting(true)}>
            {t('audit.export.open')}
          </Button>
        }
      />
      <Stack gap="large">
        <div>
          <AuditFilters list={list} />
          <ChangeList list={list} />
        </div>
        <ChainPanel />
      </Stack>
      {isExporting && <ExportDialog filter={filterOf(list.query)} onClose={() => setExporting(false)} />}
    </>
  )
}

function ChangeList({ list }: { list: ReturnType<typeof useListQuery<ShownChanges>> }) {
  const { t } = useTexts()
  const { query, change, clear } = list
  const entries = useAuditEntries(query)
  const { data } = entries
  if (!data)
    return entries.isError ? (
      <LoadFailure query={entries} describe={(reason) => t('audit.failed', { reason })} />
    ) : (
      <LoadingLines />
    )
  if (data.items.length === 0)
    return (
      <EmptyState
        title={t('audit.none')}
        actions={
          <Button variant="default" onClick={() => clear(allChanges)}>
            {t('audit.clear')}
          </Button>
        }
      >
        {t('audit.noneText')}
      </EmptyState>
    )
  return (
    <StaleFrame query={entries}>
      <ol className={styles.list} aria-label={t('screens.audit')}>
        {groupEntries(data.items).map((group) => (
          <ChangeGroup key={group.first.id} group={group} />
        ))}
      </ol>
      <Pager
        page={query.page}
        pageSize={pageSize}
        total={data.total}
        isMinimum={data.isMinimum}
        onPage={(page) => change({ page })}
      />
    </StaleFrame>
  )
}
