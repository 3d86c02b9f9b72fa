import '#features/documents/admin/texts.ts'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Row, RowLink, Rows } from '#admin/kit/layout/rows.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useRecentDocuments } from '#features/documents/admin/use-documents.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { formatFileSize } from '#ui/file-size.ts'

/** The newest documents as a part of another screen; nothing for users who may not see documents. */
export function RecentDocumentsPanel() {
  const { t } = useTexts()
  const canRead = useCan(documentPermissions.read)
  if (!canRead) return null
  return (
    <Panel title={t('library.recent.title')}>
      <RecentDocuments />
    </Panel>
  )
}

/** How many are shown. */
const shown = 3

/** The documents that were published last, as links to them or, with `onChoose`, to choose one of them. */
export function RecentDocuments({ onChoose }: { onChoose?: (id: string) => void }) {
  const { t, format, language } = useTexts()
  const { data, isError } = useRecentDocuments()
  if (isError) return <Hint isError>{t('library.recent.failed')}</Hint>
  if (!data) return null
  if (data.documents.length === 0) return <Hint>{t('library.recent.none')}</Hint>
  return (
    <Rows as="ol">
      {data.documents.slice(0, shown).map(({ id, clean_title: title, language_code: code, ...file }) => (
        <Row key={id}>
          {onChoose ? (
            <TextButton onClick={() => onChoose(id)}>
              <bdi lang={code ?? undefined}>{title}</bdi>
            </TextButton>
          ) : (
            <RowLink to={`/admin/documents/${id}`}>
              <bdi lang={code ?? undefined}>{title}</bdi>
            </RowLink>
          )}
          <Detail>
            {format.date(file.lastModified)} · {formatFileSize(file.size, language)}
          </Detail>
        </Row>
      ))}
    </Rows>
  )
}
