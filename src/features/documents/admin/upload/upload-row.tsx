import { Button, Textarea, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { CheckField } from '#admin/kit/form/check-field.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { FieldPair } from '#admin/kit/layout/columns.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { CategorySelect, DocumentLanguageSelect } from '#features/documents/admin/parts/document-selects.tsx'
import { FileMark } from '#features/documents/admin/parts/document-state.tsx'
import { useUploadedDocument } from '#features/documents/admin/use-documents.ts'
import { type DocumentDetails, documentLimits } from '#features/documents/contract.ts'
import type { Language } from '#shared/languages.ts'
import { formatFileSize } from '#ui/file-size.ts'
import styles from './upload.module.css'
import { isUnderWay, type Upload, type UploadDraft, type UploadState } from './upload-list.ts'
import type { Uploads } from './use-uploads.ts'

interface UploadRowProps {
  upload: Upload
  /** In megabytes. */
  sizeLimit: number
  /** The languages of which it must have one. */
  among: readonly Language[] | undefined
  actions: Pick<Uploads, 'describe' | 'start' | 'cancel' | 'remove'>
}

/** A file that was chosen: what is said about it, how far it is, and what can be done. */
export function UploadRow({ upload, sizeLimit, among, actions }: UploadRowProps) {
  const { language } = useTexts()
  const { id, name, size, draft, state } = upload
  const canEdit = state.kind === 'prepared' || state.kind === 'failed' || state.kind === 'cancelled'
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <span>
          <bdi className={styles.name}>{name}</bdi>
          <Detail>{formatFileSize(size, language)}</Detail>
        </span>
        <RowButtons {...{ upload, actions }} />
      </div>
      <UploadProgress {...{ upload, sizeLimit }} />
      {canEdit && (
        <DraftFields
          {...{ draft, among }}
          errors={state.kind === 'failed' ? state.fields : {}}
          onChange={(change) => actions.describe(id, change)}
        />
      )}
    </li>
  )
}

function RowButtons({ upload, actions }: Pick<UploadRowProps, 'upload' | 'actions'>) {
  const { t } = useTexts()
  const { id, name, state } = upload
  return (
    <ButtonRow>
      {(state.kind === 'failed' || state.kind === 'cancelled') && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('library.upload.retryOne', { name })}
          onClick={() => actions.start(id)}
        >
          {t('library.upload.retry')}
        </Button>
      )}
      {isUnderWay(upload) ? (
        <Button
          size="xs"
          variant="default"
          aria-label={t('library.upload.cancelOne', { name })}
          onClick={() => actions.cancel(id)}
        >
          {t('library.actions.cancel')}
        </Button>
      ) : (
        state.kind !== 'done' && (
          <Button
            size="xs"
            variant="subtle"
            aria-label={t('library.upload.removeOne', { name })}
            onClick={() => actions.remove(id)}
          >
            {t('library.upload.remove')}
          </Button>
        )
      )}
    </ButtonRow>
  )
}

function UploadProgress({ upload, sizeLimit }: Pick<UploadRowProps, 'upload' | 'sizeLimit'>) {
  const { t, format } = useTexts()
  const { state, name } = upload
  switch (state.kind) {
    case 'prepared':
      return null
    case 'refused':
      return (
        <State symbol="attention" isError>
          {t(`library.upload.${state.refusal}`, { limit: format.number(sizeLimit) })}
        </State>
      )
    case 'rejected':
      return (
        <State symbol="attention" isError>
          {state.reason}
        </State>
      )
    case 'waiting':
      return <State symbol="begun">{t('library.upload.waiting')}</State>
    case 'sending':
      return <Sending state={state} name={name} />
    case 'failed':
      return (
        <State symbol="attention" isError>
          {t('library.upload.failed', { reason: state.reason })}
        </State>
      )
    case 'cancelled':
      return <State symbol="none">{t('library.upload.cancelled')}</State>
    case 'done':
      return <Reading uploaded={state.document} />
  }
}

function Sending({ state, name }: { state: Extract<UploadState, { kind: 'sending' }>; name: string }) {
  const { t, format, language } = useTexts()
  const { part, speed } = state
  const percent = format.percent(part)
  // Nothing is said of the speed until it is known.
  const sending = speed
    ? t('library.upload.sending', { percent, speed: formatFileSize(Math.round(speed), language) })
    : percent
  const text = part < 1 ? sending : t('library.upload.storing')
  return (
    <div className={styles.progress}>
      <ProgressBar label={t('library.upload.progressOf', { name })} value={part} max={1} text={text} />
      <span>{text}</span>
    </div>
  )
}

/** What is found in a file that has arrived, while its pages are read. */
function Reading({ uploaded }: { uploaded: DocumentDetails }) {
  const { t, format } = useTexts()
  const { id, title, file_state, file_failure, page_count } = useUploadedDocument(uploaded)
  return (
    <div className={styles.outcome}>
      <div role="status">
        <FileMark state={file_state} failure={file_failure} />
        {file_state === 'ready' && (
          <State symbol="done">{t('library.upload.ready', { number: format.number(page_count ?? 0) })}</State>
        )}
      </div>
      <Link to={`/admin/documents/${id}`}>{t('library.upload.edit', { title })}</Link>
    </div>
  )
}

interface DraftFieldsProps extends Pick<UploadRowProps, 'among'> {
  draft: UploadDraft
  /** The server's messages, by the fields of the form. */
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<UploadDraft>) => void
}

function DraftFields({ draft, errors, among, onChange }: DraftFieldsProps) {
  const { t } = useTexts()
  return (
    <>
      <FieldPair>
        <TextInput
          required
          label={t('library.upload.fields.title')}
          maxLength={documentLimits.title}
          dir="auto"
          value={draft.title}
          error={errors.title}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        />
        <FieldPair>
          <DocumentLanguageSelect
            value={draft.language || null}
            among={among}
            error={errors.mapped_language}
            onChange={(language) => onChange({ language: language ?? '' })}
          />
          <CategorySelect
            value={draft.category}
            error={errors.category}
            onChange={(category) => onChange({ category })}
          />
        </FieldPair>
      </FieldPair>
      <details className={styles.more} open={errors.description || errors.keywords ? true : undefined}>
        <summary>{t('library.upload.more')}</summary>
        <Textarea
          label={t('library.upload.fields.description')}
          maxLength={documentLimits.description}
          rows={2}
          dir="auto"
          value={draft.description}
          error={errors.description}
          onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
        />
        <TextInput
          label={t('library.upload.fields.keywords')}
          maxLength={documentLimits.keywords}
          dir="auto"
          value={draft.keywords}
          error={errors.keywords}
          onChange={({ currentTarget }) => onChange({ keywords: currentTarget.value })}
        />
        <CheckField
          label={t('library.upload.fields.featured')}
          checked={draft.isFeatured}
          onChange={(isFeatured) => onChange({ isFeatured })}
        />
        <CheckField
          label={t('library.upload.fields.clean')}
          checked={draft.cleansMetadata}
          onChange={(cleansMetadata) => onChange({ cleansMetadata })}
        />
      </details>
    </>
  )
}
