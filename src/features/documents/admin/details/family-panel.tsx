import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Row, RowLink, Rows } from '#admin/kit/layout/rows.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useDocumentAction } from '#features/documents/admin/parts/document-dialog.tsx'
import { StatusMark } from '#features/documents/admin/parts/document-state.tsx'
import { useDocumentActions } from '#features/documents/admin/use-documents.ts'
import type { DocumentDetails, DocumentVariant } from '#features/documents/contract.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { languageNames, languages } from '#shared/languages.ts'
import styles from './details.module.css'
import { VariantDialog } from './variant-dialog.tsx'

/** The same document in other languages. */
export function FamilyPanel({ document }: { document: DocumentDetails }) {
  const { t } = useTexts()
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<DocumentVariant>()
  const canEdit = useCan(documentPermissions.edit)
  const { variants, mapped_language: language, deleted_at } = document
  const isFull = variants.length === languages.length - 1
  const canAdd = canEdit && deleted_at === null && language !== undefined && !isFull
  return (
    <Panel
      title={t('library.family.title')}
      aside={
        canAdd && (
          <Button variant="default" onClick={() => setIsAdding(true)}>
            {t('library.family.add')}
          </Button>
        )
      }
    >
      {language === undefined ? (
        <Hint>{t('library.family.universal')}</Hint>
      ) : (
        variants.length === 0 && <Hint>{t('library.family.none')}</Hint>
      )}
      {variants.length > 0 && (
        <Rows>
          {variants.map((variant) => (
            <Row key={variant.id}>
              <span className={styles.variant}>
                <RowLink to={`/admin/documents/${variant.id}`}>
                  <bdi>{variant.title}</bdi>
                </RowLink>
                <Detail lang={variant.language}>{languageNames[variant.language]}</Detail>
              </span>
              <span className={styles.variantEnd}>
                <StatusMark document={variant} />
                {canEdit && (
                  <TextButton
                    aria-label={t('library.family.leaveOne', { title: variant.title })}
                    onClick={() => setLeaving(variant)}
                  >
                    {t('library.family.leave')}
                  </TextButton>
                )}
              </span>
            </Row>
          ))}
        </Rows>
      )}
      {isFull && <Hint>{t('library.family.full')}</Hint>}
      {isAdding && <VariantDialog document={document} onClose={() => setIsAdding(false)} />}
      {leaving && <LeaveDialog variant={leaving} onClose={() => setLeaving(undefined)} />}
    </Panel>
  )
}

function LeaveDialog({ variant, onClose }: { variant: DocumentVariant; onClose: () => void }) {
  const { t } = useTexts()
  const { leaveFamily } = useDocumentActions()
  const { isBusy, run } = useDocumentAction('leave', onClose)
  const { id, title, language } = variant
  return (
    <ConfirmDialog
      opened
      title={t('library.family.leaveTitle')}
      confirm={t('library.family.leave')}
      cancel={t('library.actions.cancel')}
      isBusy={isBusy}
      onConfirm={() => run(() => leaveFamily(id))}
      onClose={onClose}
    >
      {t('library.family.leaveText', { title, language: languageNames[language] })}
    </ConfirmDialog>
  )
}
