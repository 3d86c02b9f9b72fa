import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { FileMark } from '#features/documents/admin/parts/document-state.tsx'
import { useDocumentActions } from '#features/documents/admin/use-documents.ts'
import { DocumentDetails, type FileEntry } from '#features/documents/contract.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { formatFileSize } from '#ui/file-size.ts'
import styles from './details.module.css'
import { FileReportList } from './file-report-list.tsx'
import { RestoreDialog } from './restore-dialog.tsx'

/** The files of a document, the newest first, each with what was found in it; and the upload of another. */
export function VersionPanel({ document }: { document: DocumentDetails }) {
  const { t } = useTexts()
  const canUpload = useCan(documentPermissions.upload) && document.deleted_at === null
  return (
    <Panel title={t('library.versions.title')} aside={canUpload && <ReplaceButton document={document} />}>
      {canUpload && <Hint>{t('library.versions.replaceHint')}</Hint>}
      <ol className={styles.versions}>
        {document.versions.map((version) => (
          <VersionRow key={version.number} document={document} version={version} canUpload={canUpload} />
        ))}
      </ol>
    </Panel>
  )
}

/** Chooses and sends a new version, and shows how far it is. */
function ReplaceButton({ document: { id } }: { document: DocumentDetails }) {
  const { t, format } = useTexts()
  const api = useApi()
  const { refresh } = useDocumentActions()
  const [part, setPart] = useState(0)
  const { isBusy, failure, run } = useAction({ showsFailure: true, onSettled: refresh })
  function send(file: File) {
    setPart(0)
    run(async () => {
      const form = new FormData()
      form.append('file', file, file.name)
      await api.upload(`/api/documents/${id}/file`, form, DocumentDetails, { onProgress: setPart })
    }, t('library.versions.replaced'))
  }
  return (
    <div className={styles.replace}>
      <Button component="label" variant="default" loading={isBusy}>
        {t('library.actions.replace')}
        <input
          className={styles.file}
          type="file"
          accept="application/pdf,.pdf"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) send(file)
            currentTarget.value = ''
          }}
        />
      </Button>
      {isBusy && (
        <ProgressBar label={t('library.actions.replace')} value={part} max={1} text={format.percent(part)} />
      )}
      <Hint isError role="alert">
        {failure && t('library.upload.failed', { reason: failure })}
      </Hint>
    </div>
  )
}

interface VersionRowProps {
  document: DocumentDetails
  version: FileEntry
  canUpload: boolean
}

function VersionRow({ document, version, canUpload }: VersionRowProps) {
  const { t, format, language } = useTexts()
  const {
    number,
    original_filename,
    file_size,
    page_count,
    created_at,
    created_by,
    state,
    failure,
    is_current,
  } = version
  const isNewest = document.versions[0] === version
  const size = formatFileSize(file_size, language)
  const pages =
    page_count === null ? undefined : t('library.list.pages', { number: format.number(page_count) })
  return (
    <li>
      <div className={styles.versionHead}>
        <div>
          <h3>{t('library.versions.version', { number: format.number(number) })}</h3>
          <Detail>
            <bdi>{original_filename}</bdi> · {[size, pages].filter(Boolean).join(' · ')}
          </Detail>
          <Detail>
            {created_by
              ? t('library.versions.by', { date: format.dateTime(created_at), name: created_by.name })
              : format.dateTime(created_at)}
          </Detail>
        </div>
        <div className={styles.states}>
          {is_current && <State symbol="done">{t('library.versions.current')}</State>}
          <FileMark state={state} failure={failure} />
        </div>
        <VersionButtons {...{ document, version, canUpload }} />
      </div>
      {version.report && <FileReportList version={version} report={version.report} isOpen={isNewest} />}
      <p className={styles.digest}>
        <span>{t('library.versions.digest')}</span> <code dir="ltr">{version.digest}</code>
      </p>
    </li>
  )
}

function VersionButtons({ document, version, canUpload }: VersionRowProps) {
  const { t } = useTexts()
  const { id, versions } = document
  const { number, state, is_current } = version
  const isNewest = versions[0] === version
  const [isAsked, setAsked] = useState(false)
  const { link, retry } = useDocumentActions()
  const opening = useAction()
  const retrying = useAction()
  function open() {
    // The window opens with the press, as browsers allow no other; its address follows.
    const tab = window.open('', '_blank')
    opening.run(async () => {
      try {
        const { url } = await link(id, number)
        if (tab) tab.location.href = url
        else window.location.href = url
      } catch (error) {
        tab?.close()
        throw error
      }
    })
  }
  return (
    <ButtonRow>
      <TextButton onClick={open}>{t('library.actions.open')}</TextButton>
      {canUpload && isNewest && state === 'failed' && (
        <TextButton disabled={retrying.isBusy} onClick={() => retrying.run(() => retry(id))}>
          {t('library.actions.retry')}
        </TextButton>
      )}
      {canUpload && state === 'ready' && !is_current && (
        <TextButton onClick={() => setAsked(true)}>{t('library.actions.restore')}</TextButton>
      )}
      {isAsked && <RestoreDialog {...{ document, version }} onClose={() => setAsked(false)} />}
    </ButtonRow>
  )
}
