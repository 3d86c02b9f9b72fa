import '#features/early-adopters/admin/texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { BackLink } from '#admin/kit/back-link.tsx'
import { DropField } from '#admin/kit/form/drop-field.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { ImportReport } from '#features/early-adopters/contract.ts'
import { importSizeLimit } from '#features/early-adopters/model.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { ImportResult } from './import-result.tsx'

const megabytes = importSizeLimit / 1024 / 1024
const needed = ['name', 'email', 'segment', 'consent', 'consented_at'] as const
const more = ['company', 'interests', 'language', 'consent_text'] as const

/** The import, for users who may import; others are redirected to the list. */
export function ImportScreen() {
  return useCan(leadPermissions.import) ? <FileImport /> : <Navigate to="/admin/early-adopters" replace />
}

/** Imports a file: first a dry run, then the import itself. */
function FileImport() {
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

  function choose(chosen: File) {
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
        before={<BackLink to="/admin/early-adopters">{t('leads.lead.back')}</BackLink>}
        title={t('screens.importPeople')}
        intro={t('leads.import.intro')}
      />
      {!report && (
        <DropField
          title={t('leads.import.drop')}
          choose={t('leads.import.choose')}
          accept=".csv,text/csv,.txt,.tsv,.xlsx,.xlsm"
          isBusy={busy !== undefined}
          onFile={choose}
        >
          <Hint>
            {t('leads.import.limits', {
              limit: format.number(megabytes),
              needed: names(needed),
              more: names(more),
            })}
          </Hint>
        </DropField>
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
