import '#features/early-adopters/admin/texts.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { BackIcon } from '#admin/kit/icons.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/import.module.css'
import leadStyles from '#features/early-adopters/admin/lead.module.css'
import { ImportReport, importSizeLimit } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { ImportResult } from './import-result.tsx'

const megabytes = importSizeLimit / 1024 / 1024
const needed = ['name', 'email', 'segment', 'consent', 'consented_at'] as const
const more = ['company', 'interests', 'language', 'consent_text'] as const

/** The import, for those who may; others are led to the list. */
export function ImportScreen() {
  return useCan(leadPermissions.import) ? <ImportDesk /> : <Navigate to="/admin/early-adopters" replace />
}

/** Takes people out of a file: first a look at what would happen, then what is wanted of it. */
function ImportDesk() {
  const { t, format } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<ImportReport>()
  const [busy, setBusy] = useState<'checking' | 'adding'>()
  const [error, setError] = useState<string>()

  async function send(chosen: File, isDryRun: boolean) {
    setError(undefined)
    setBusy(isDryRun ? 'checking' : 'adding')
    const form = new FormData()
    form.append('file', chosen)
    try {
      setReport(
        await api.upload(`/api/early-adopters/import?dry_run=${isDryRun}`, form, ImportReport, () => {}),
      )
    } catch (failure) {
      const reason = describeError(failure, t)
      setError(isDryRun ? reason : t('leads.import.failed', { reason }))
    }
    setBusy(undefined)
    if (!isDryRun) void queries.invalidateQueries({ queryKey: ['early-adopters'] })
  }

  function choose(chosen: File | undefined) {
    if (!chosen) return
    setReport(undefined)
    setFile(chosen)
    if (chosen.size > importSizeLimit) setError(t('leads.import.tooBig', { limit: format.number(megabytes) }))
    else void send(chosen, true)
  }
  const names = (columns: readonly (typeof needed | typeof more)[number][]) =>
    format.list(columns.map((column) => t(`leads.columns.${column}`)))

  return (
    <>
      <ScreenHeading
        before={
          <Link className={leadStyles.back} to="/admin/early-adopters">
            <BackIcon />
            {t('leads.lead.back')}
          </Link>
        }
        title={t('leads.import.title')}
        intro={t('leads.import.intro')}
      />
      {!report && (
        <FileDrop isBusy={busy !== undefined} onChoose={choose}>
          <p className={styles.limits}>
            {t('leads.import.limits', {
              limit: format.number(megabytes),
              needed: names(needed),
              more: names(more),
            })}
          </p>
        </FileDrop>
      )}
      {busy === 'checking' && file && <p role="status">{t('leads.import.checking', { file: file.name })}</p>}
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      {report && file && (
        <ImportResult
          report={report}
          file={file.name}
          isBusy={busy !== undefined}
          onGo={() => void send(file, false)}
          onAgain={() => {
            setReport(undefined)
            setFile(undefined)
            setError(undefined)
          }}
        />
      )}
    </>
  )
}

interface FileDropProps {
  isBusy: boolean
  onChoose: (file: File | undefined) => void
  children: React.ReactNode
}

function FileDrop({ isBusy, onChoose, children }: FileDropProps) {
  const { t } = useTexts()
  const [isOver, setOver] = useState(false)
  const take = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onChoose(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the button inside does the same
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <p className={styles.dropTitle}>{t('leads.import.drop')}</p>
      <Button component="label" loading={isBusy} className={styles.choose ?? ''}>
        {t('leads.import.choose')}
        <input
          type="file"
          accept=".csv,text/csv,.txt,.tsv"
          className={styles.file}
          onChange={({ currentTarget }) => {
            onChoose(currentTarget.files?.[0])
            // The same file again, once it has been mended, is another choice.
            currentTarget.value = ''
          }}
        />
      </Button>
      {children}
    </div>
  )
}
