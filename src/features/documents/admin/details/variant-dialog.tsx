import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { SearchFilter } from '#admin/kit/list/filters.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useDocumentAction } from '#features/documents/admin/parts/document-dialog.tsx'
import { useDocumentActions, useFamilyCandidates } from '#features/documents/admin/use-documents.ts'
import { type DocumentDetails, mostCandidates } from '#features/documents/contract.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { languageNames } from '#shared/languages.ts'
import styles from './details.module.css'

interface VariantDialogProps {
  document: DocumentDetails
  onClose: () => void
}

/** Chooses the document that is the same one in another language, or leads to its upload. */
export function VariantDialog({ document: { id }, onClose }: VariantDialogProps) {
  const { t } = useTexts()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const canUpload = useCan(documentPermissions.upload)
  return (
    <Dialog opened onClose={onClose} title={t('library.family.add')} size="38rem">
      <Stack>
        <p>{t('library.family.addText')}</p>
        <SearchFilter label={t('library.family.search')} value={typed} onChange={setTyped} />
        <Candidates id={id} search={search} onDone={onClose} />
        {canUpload && (
          <ButtonRow>
            <Button component={Link} variant="default" to={`/admin/documents/upload?family=${id}`}>
              {t('library.family.uploadInstead')}
            </Button>
          </ButtonRow>
        )}
      </Stack>
    </Dialog>
  )
}

function Candidates({ id, search, onDone }: { id: string; search: string; onDone: () => void }) {
  const { t, format } = useTexts()
  const query = useFamilyCandidates(id, search)
  const { addToFamily } = useDocumentActions()
  const { isBusy, run } = useDocumentAction('join')
  if (query.isError && !query.data) return <LoadFailure query={query} />
  if (!query.data) return <LoadingLines />
  if (query.data.length === 0) return <Hint role="status">{t('library.family.noCandidates')}</Hint>
  return (
    <div className={styles.candidates} aria-busy={query.isFetching}>
      <Rows>
        {query.data.map((one) => (
          <Row key={one.id}>
            <span className={styles.variant}>
              <bdi>{one.title}</bdi>
              <Detail lang={one.language}>{languageNames[one.language]}</Detail>
            </span>
            <TextButton
              aria-label={t('library.family.chooseOne', { title: one.title })}
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  await addToFamily(id, one.id)
                  onDone()
                })
              }
            >
              {t('library.family.choose')}
            </TextButton>
          </Row>
        ))}
      </Rows>
      {query.data.length === mostCandidates && (
        <Hint>{t('library.family.more', { number: format.number(mostCandidates) })}</Hint>
      )}
    </div>
  )
}
