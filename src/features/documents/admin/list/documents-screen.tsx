import '#features/documents/admin/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/documents/admin/documents.module.css'
import { DocumentsHead } from '#features/documents/admin/documents-head.tsx'
import { DocumentDialog, useDocumentAction } from '#features/documents/admin/parts/document-dialog.tsx'
import { useDocumentActions, useDocuments } from '#features/documents/admin/use-documents.ts'
import { type BulkOperation, bulkOperations, type DocumentEntry } from '#features/documents/contract.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { DocumentFilters } from './document-filters.tsx'
import { DocumentTable, type RowAction } from './document-table.tsx'
import {
  isBin,
  isNarrowed,
  type ListQuery,
  noFilters,
  otherShelf,
  pageSize,
  readListQuery,
  writeListQuery,
} from './list-query.ts'

/** The documents in every state, and the bin. */
export function DocumentsScreen() {
  const list = useListQuery({ read: readListQuery, write: writeListQuery })
  return (
    <>
      <DocumentsHead
        aside={
          <div className={styles.aside}>
            <BinLink query={list.query} />
            <UploadButton />
          </div>
        }
      />
      <DocumentFilters {...list} />
      <DocumentList query={list.query} onChange={list.change} onClear={() => list.clear(noFilters)} />
    </>
  )
}

/** Leads into the bin, and out of it. */
function BinLink({ query }: Pick<DocumentListProps, 'query'>) {
  const { t } = useTexts()
  return (
    <Link to={{ search: otherShelf(query) }}>
      {t(isBin(query) ? 'library.list.all' : 'library.list.bin')}
    </Link>
  )
}

function UploadButton() {
  const { t } = useTexts()
  const canUpload = useCan(documentPermissions.upload)
  if (!canUpload) return null
  return (
    <Button component={Link} to="/admin/documents/upload">
      {t('library.list.upload')}
    </Button>
  )
}

interface DocumentListProps {
  query: ListQuery
  onChange: (next: Partial<ListQuery>) => void
  onClear: () => void
}

function DocumentList({ query, onChange, onClear }: DocumentListProps) {
  const { t } = useTexts()
  const list = useDocuments(query)
  const operations = useBulkOperations(query)
  const { asked, begin, close } = useRowActions()
  const { selected, select, clear } = useSelection(query)
  if (list.isError && !list.data) return <LoadFailure query={list} title={t('library.list.failed')} />
  if (!list.data) return <LoadingLines />
  const { items, total } = list.data
  const pager = (
    <Pager
      page={query.page}
      pageSize={pageSize}
      total={total}
      onPage={(page) => onChange({ page })}
      describe={(range) => t('library.list.range', range)}
    />
  )
  if (items.length === 0 && query.page > 1 && total > 0) return pager
  if (items.length === 0) return <NoDocuments query={query} onClear={onClear} />
  return (
    <div className={styles.list} aria-busy={list.isFetching} data-stale={list.isPlaceholderData || undefined}>
      <DocumentTable
        documents={items}
        query={query}
        onSort={onChange}
        onAct={begin}
        selected={operations.length > 0 ? selected : undefined}
        onSelect={select}
      />
      {pager}
      {operations.length > 0 && selected.size > 0 && (
        <BulkBar ids={[...selected]} documents={items} operations={operations} onClear={clear} />
      )}
      {asked && <DocumentDialog {...asked} onClose={close} />}
    </div>
  )
}

/** What is done from a row: at once, or after a question. */
function useRowActions() {
  const [asked, setAsked] = useState<{ kind: 'publish' | 'erase'; document: DocumentEntry }>()
  const actions = useDocumentActions()
  const recovery = useDocumentAction('recover')
  return {
    asked,
    close: () => setAsked(undefined),
    begin(action: RowAction, document: DocumentEntry) {
      if (action === 'recover') recovery.run(() => actions.recover(document.id))
      else setAsked({ kind: action, document })
    },
  }
}

/** What can be done to several documents, by this user: what is in the bin can only be taken back. */
function useBulkOperations(query: ListQuery): readonly BulkOperation[] {
  const canChange = useCan(documentPermissions.publish)
  const canRemove = useCan(documentPermissions.remove)
  if (!canChange) return []
  if (isBin(query)) return canRemove ? ['recover'] : []
  return bulkOperations.filter((one) => one !== 'recover' && (one !== 'delete' || canRemove))
}

/** The selected ids. A selection never means documents that the filters hide. */
function useSelection({ search, status, language, category }: ListQuery) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const filter = JSON.stringify([search, status, language, category])
  const [selectedIn, setSelectedIn] = useState(filter)
  if (selectedIn !== filter) {
    setSelectedIn(filter)
    setSelected(new Set())
  }
  return {
    selected,
    clear: () => setSelected(new Set()),
    select(ids: readonly string[], isWanted: boolean) {
      const wanted = new Set(ids)
      setSelected(new Set(isWanted ? [...selected, ...ids] : [...selected].filter((id) => !wanted.has(id))))
    },
  }
}

function NoDocuments({ query, onClear }: Pick<DocumentListProps, 'query' | 'onClear'>) {
  const { t } = useTexts()
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('library.filters.clear')}
    </Button>
  )
  if (isBin(query) && query.search === '') {
    return (
      <EmptyState title={t('library.list.emptyBin')} actions={clear}>
        {t('library.list.emptyBinText')}
      </EmptyState>
    )
  }
  if (isNarrowed(query)) {
    return (
      <EmptyState title={t('library.list.noMatch')} actions={clear}>
        {t('library.list.noMatchText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('library.list.none')} actions={<UploadButton />}>
      {t('library.list.noneText')}
    </EmptyState>
  )
}
