import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Detail, Tag } from '#admin/kit/layout/hint.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/documents/admin/documents.module.css'
import { Cover } from '#features/documents/admin/parts/cover.tsx'
import { DocumentState } from '#features/documents/admin/parts/document-state.tsx'
import { type DocumentEntry, documentColumns } from '#features/documents/contract.ts'
import { shorten } from '#features/documents/model.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { languageNames } from '#shared/languages.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { type ListQuery, nextOrder } from './list-query.ts'

/** What can be done to a document from its row. */
export type RowAction = 'publish' | 'recover' | 'erase'

interface DocumentTableProps {
  documents: DocumentEntry[]
  query: ListQuery
  onSort: (order: Pick<ListQuery, 'sortBy' | 'sortOrder'>) => void
  onAct: (action: RowAction, document: DocumentEntry) => void
  /** The ids that are selected; undefined where nothing can be done to several. */
  selected: ReadonlySet<string> | undefined
  onSelect: (ids: readonly string[], isWanted: boolean) => void
}

/** One row per document; on a narrow window each is a card. */
export function DocumentTable({ documents, query, onSort, onAct, selected, onSelect }: DocumentTableProps) {
  const { t } = useTexts()
  return (
    <DataTable
      caption={t('library.list.title')}
      columns={useColumns(onAct)}
      rows={documents}
      keyOf={({ id }) => id}
      cardsBelow="wide"
      sorting={{
        ...{ column: query.sortBy, order: query.sortOrder },
        onSort(key) {
          const column = documentColumns.find((one) => one === key)
          if (column) onSort(nextOrder(query, column))
        },
      }}
      selection={
        selected && {
          isChosen: ({ id }) => selected.has(id),
          onChoose: (rows, isWanted) =>
            onSelect(
              rows.map(({ id }) => id),
              isWanted,
            ),
          labelOf: ({ title }) => t('library.list.select', { title }),
          labelOfPage: t('library.list.selectPage'),
        }
      }
    />
  )
}

function useColumns(onAct: DocumentTableProps['onAct']): Column<DocumentEntry>[] {
  const { t, format, language } = useTexts()
  return [
    {
      key: 'title',
      label: t('library.columns.title'),
      isRowHeader: true,
      isSortable: true,
      width: '24%',
      cell: (document) => <Title document={document} />,
    },
    {
      key: 'status',
      label: t('library.columns.status'),
      width: '18%',
      cell: (document) => (
        <span className={styles.states}>
          <DocumentState document={document} />
          <FailureReason document={document} />
        </span>
      ),
    },
    {
      key: 'category',
      label: t('library.columns.category'),
      cell: ({ category }) => t(`library.categories.${category}`),
    },
    {
      key: 'language',
      label: t('library.columns.language'),
      cell: ({ mapped_language: code, family }) => (
        <>
          {code ? <span lang={code}>{languageNames[code]}</span> : t('library.universal')}
          {family.length > 0 && <FamilyChips family={family} />}
        </>
      ),
    },
    {
      key: 'file_size',
      label: t('library.columns.size'),
      isSortable: true,
      cell: ({ file_size, page_count }) => (
        <>
          {formatFileSize(file_size, language)}
          {page_count !== null && (
            <Detail>{t('library.list.pages', { number: format.number(page_count) })}</Detail>
          )}
        </>
      ),
    },
    {
      key: 'created_at',
      width: '7.25rem',
      label: t('library.columns.created'),
      isSortable: true,
      cell: ({ created_at }) => <time dateTime={created_at}>{format.date(created_at)}</time>,
    },
    {
      key: 'actions',
      label: <VisuallyHidden>{t('library.columns.actions')}</VisuallyHidden>,
      // Room for the longest word for publishing.
      width: '9rem',
      cell: (document) => <RowActions document={document} onAct={onAct} />,
    },
  ]
}

function Title({ document }: { document: DocumentEntry }) {
  const { t, format } = useTexts()
  const { id, title, description, original_filename, is_featured, deleted_at } = document
  return (
    <span className={styles.title}>
      <Cover url={document.cover_url} />
      <span>
        <Link to={`/admin/documents/${id}`}>
          <bdi>{title}</bdi>
        </Link>
        {is_featured && <Detail>{t('library.list.featured')}</Detail>}
        <Detail>
          <bdi>{description ? shorten(description) : original_filename}</bdi>
        </Detail>
        {deleted_at && <Detail>{t('library.list.deletedAt', { date: format.date(deleted_at) })}</Detail>}
      </span>
    </span>
  )
}

/** Why the newest file is not served, and what to do about it. */
function FailureReason({ document: { file_state, file_failure } }: { document: DocumentEntry }) {
  const { t } = useTexts()
  if (file_state !== 'failed' || !file_failure) return null
  return <Detail>{t(`library.failures.${file_failure}`)}</Detail>
}

/** The other languages of a document, by their codes. */
function FamilyChips({ family }: Pick<DocumentEntry, 'family'>) {
  const { t, format } = useTexts()
  return (
    <span className={styles.chips}>
      <VisuallyHidden>
        {t('library.family.also', { languages: format.list(family.map((code) => languageNames[code])) })}
      </VisuallyHidden>
      {family.map((code) => (
        <span key={code} aria-hidden>
          <Tag>{code}</Tag>
        </span>
      ))}
    </span>
  )
}

function RowActions({ document, onAct }: Pick<DocumentTableProps, 'onAct'> & { document: DocumentEntry }) {
  const { t } = useTexts()
  const { title, status, file_state, deleted_at } = document
  const canPublish = useCan(documentPermissions.publish)
  const canRecover = useCan(documentPermissions.remove)
  const canErase = useCan(documentPermissions.erase)
  if (deleted_at) {
    return (
      <span className={styles.rowActions}>
        {canRecover && (
          <TextButton
            aria-label={t('library.actions.recoverOne', { title })}
            onClick={() => onAct('recover', document)}
          >
            {t('library.actions.recover')}
          </TextButton>
        )}
        {canErase && (
          <TextButton
            aria-label={t('library.actions.eraseOne', { title })}
            onClick={() => onAct('erase', document)}
          >
            {t('library.actions.erase')}
          </TextButton>
        )}
      </span>
    )
  }
  if (!canPublish || status !== 'draft' || file_state !== 'ready') return null
  return (
    <TextButton
      aria-label={t('library.actions.publishOne', { title })}
      onClick={() => onAct('publish', document)}
    >
      {t('library.actions.publish')}
    </TextButton>
  )
}
