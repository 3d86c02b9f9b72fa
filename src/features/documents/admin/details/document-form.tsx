import { Button, Textarea, TextInput } from '@mantine/core'
import { CheckField } from '#admin/kit/form/check-field.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { FieldPair } from '#admin/kit/layout/columns.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { CategorySelect, DocumentLanguageSelect } from '#features/documents/admin/parts/document-selects.tsx'
import { type DocumentDetails, documentLimits } from '#features/documents/contract.ts'
import { type DocumentForm, useDocumentForm } from './use-document-form.ts'

interface DocumentPanelProps {
  document: DocumentDetails
  readOnly: boolean
}

/** What a document says about itself. Whoever edits an older state than the present one is asked which to keep. */
export function DocumentPanel({ document, readOnly }: DocumentPanelProps) {
  const { t } = useTexts()
  const form = useDocumentForm(document)
  return (
    <Panel title={t('library.details.about')}>
      <LeaveGuard isDirty={form.isDirty} />
      {form.isStale && <StaleNotice form={form} />}
      <StackedForm
        onSubmit={(event) => {
          event.preventDefault()
          form.save()
        }}
      >
        <WordFields form={form} readOnly={readOnly} />
        <FieldPair>
          <CategorySelect
            disabled={readOnly}
            value={form.draft.category}
            onChange={(category) => form.edit({ category })}
          />
          <DocumentLanguageSelect
            disabled={readOnly}
            value={form.draft.mapped_language ?? null}
            onChange={(mapped_language) => form.edit({ mapped_language })}
          />
        </FieldPair>
        <CheckField
          label={t('library.upload.fields.featured')}
          disabled={readOnly}
          checked={form.draft.is_featured}
          onChange={(is_featured) => form.edit({ is_featured })}
        />
        {!readOnly && (
          <ButtonRow>
            <Button type="submit" loading={form.isBusy} disabled={!form.isDirty}>
              {t('library.actions.save')}
            </Button>
          </ButtonRow>
        )}
      </StackedForm>
    </Panel>
  )
}

function StaleNotice({ form }: { form: DocumentForm }) {
  const { t } = useTexts()
  return (
    <Notice
      kind="warning"
      actions={
        <ButtonRow>
          <Button variant="default" onClick={form.reload}>
            {t('library.details.reload')}
          </Button>
          <Button variant="default" loading={form.isBusy} onClick={form.overwrite}>
            {t('library.details.keep')}
          </Button>
        </ButtonRow>
      }
    >
      {t('library.details.stale')}
    </Notice>
  )
}

interface FieldProps {
  form: DocumentForm
  readOnly: boolean
}

function WordFields({ form: { draft, errors, edit }, readOnly }: FieldProps) {
  const { t } = useTexts()
  return (
    <>
      <TextInput
        required
        label={t('library.upload.fields.title')}
        maxLength={documentLimits.title}
        dir="auto"
        readOnly={readOnly}
        value={draft.title}
        error={errors.title}
        onChange={({ currentTarget }) => edit({ title: currentTarget.value })}
      />
      <Textarea
        label={t('library.upload.fields.description')}
        maxLength={documentLimits.description}
        rows={4}
        dir="auto"
        readOnly={readOnly}
        value={draft.description}
        error={errors.description}
        onChange={({ currentTarget }) => edit({ description: currentTarget.value })}
      />
      <TextInput
        label={t('library.upload.fields.keywords')}
        maxLength={documentLimits.keywords}
        dir="auto"
        readOnly={readOnly}
        value={draft.keywords}
        error={errors.keywords}
        onChange={({ currentTarget }) => edit({ keywords: currentTarget.value })}
      />
    </>
  )
}
