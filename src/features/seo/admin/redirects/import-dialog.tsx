import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { DropField } from '#admin/kit/form/drop-field.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import {
  type ImportedRedirect,
  importSizeLimit,
  lineOutcomes,
  RedirectImport,
} from '#features/seo/redirects/transfer/contract.ts'
import styles from './redirects.module.css'
import { redirectsPath, useChange } from './use-redirects.ts'

const megabytes = importSizeLimit / 1024 / 1024
/** The most lines that are shown; those that are refused come first. */
const mostShown = 100

interface ImportDialogProps {
  opened: boolean
  onClose: () => void
}

/** Imports a file of redirects: first it shows what would become of each line. */
export function ImportDialog({ opened, onClose }: ImportDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('redirects.file.title')} size="52rem">
      <ImportSteps onClose={onClose} />
    </Dialog>
  )
}

function ImportSteps({ onClose }: { onClose: () => void }) {
  const { t, format } = useTexts()
  const { file, report, isBusy, problem, choose, apply } = useImport(onClose)
  const isReady = report && report.refused === 0 && report.added + report.changed > 0
  return (
    <Stack gap="small">
      <DropField
        title={t('redirects.file.drop')}
        choose={t(file ? 'redirects.file.another' : 'redirects.file.choose')}
        accept=".csv,text/csv"
        isBusy={isBusy}
        onFile={choose}
      >
        <Hint>{t('redirects.file.hint')}</Hint>
      </DropField>
      <div role="status">
        {isBusy && !report && <p>{t('redirects.file.checking')}</p>}
        {report && (
          <p className={styles.counts}>
            {lineOutcomes.map((outcome) => (
              <span key={outcome}>
                {t(`redirects.file.${outcome}`)} <b>{format.number(report[outcome])}</b>
              </span>
            ))}
          </p>
        )}
      </div>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {report && report.refused > 0 && <Notice kind="warning">{t('redirects.file.allOrNothing')}</Notice>}
      {report && report.refused === 0 && !isReady && <Hint>{t('redirects.file.nothing')}</Hint>}
      {report && report.lines.length > 0 && <Lines lines={report.lines} />}
      <DialogActions
        confirm={t('redirects.file.apply')}
        cancel={t('redirects.form.cancel')}
        disabled={!isReady}
        isBusy={isBusy && report !== undefined}
        onConfirm={apply}
        onCancel={onClose}
      />
    </Stack>
  )
}

/** A file, what an import of it would do, and the import itself. */
function useImport(onDone: () => void) {
  const { t, format } = useTexts()
  const api = useApi()
  const toasts = useToasts()
  const change = useChange()
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<RedirectImport>()
  const [isTooBig, setTooBig] = useState(false)
  const { isBusy, error, run, reset } = useAction({ showsFailure: true })

  async function send(chosen: File, isDryRun: boolean): Promise<RedirectImport> {
    const form = new FormData()
    form.append('file', chosen)
    const path = `${redirectsPath}/import?dry_run=${isDryRun}`
    return api.upload(path, form, RedirectImport, { onProgress() {} })
  }

  return {
    ...{ file, report, isBusy },
    problem: isTooBig
      ? t('redirects.file.tooBig', { limit: format.number(megabytes) })
      : error
        ? describeFieldError(error, t)
        : undefined,
    choose(chosen: File) {
      reset()
      setReport(undefined)
      setFile(chosen)
      setTooBig(chosen.size > importSizeLimit)
      if (chosen.size <= importSizeLimit) run(async () => setReport(await send(chosen, true)))
    },
    apply() {
      if (!file) return
      run(async () => {
        const { added, changed } = await change(() => send(file, false))
        toasts.show(
          'success',
          t('redirects.file.done', { added: format.number(added), changed: format.number(changed) }),
        )
        onDone()
      })
    },
  }
}

function Lines({ lines }: { lines: readonly ImportedRedirect[] }) {
  const { t, format } = useTexts()
  const sorted = lines.toSorted((a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused'))
  const shown = sorted.slice(0, mostShown)
  const columns: Column<ImportedRedirect>[] = [
    {
      key: 'from',
      label: t('redirects.from'),
      isRowHeader: true,
      cell: ({ from, kind }) => (
        <>
          <bdi dir="ltr" className={styles.path}>
            {from}
          </bdi>
          {kind !== null && <Detail>{kind}</Detail>}
        </>
      ),
    },
    { key: 'line', label: t('redirects.file.line'), width: '5rem', cell: ({ line }) => format.number(line) },
    {
      key: 'to',
      label: t('redirects.to'),
      cell: ({ to }) => (
        <bdi dir="ltr" className={styles.path}>
          {to}
        </bdi>
      ),
    },
    {
      key: 'outcome',
      label: t('redirects.file.outcome'),
      cell: ({ outcome, errors }) => (
        <>
          {t(`redirects.file.${outcome}`)}
          {errors.map(({ field, message }) => (
            <Detail key={field} isError>
              {message}
            </Detail>
          ))}
        </>
      ),
    },
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
    <section className={styles.lines} aria-label={t('redirects.file.lines')} tabIndex={0}>
      <DataTable
        caption={t('redirects.file.lines')}
        columns={columns}
        rows={shown}
        keyOf={({ line }) => line}
        isAlarming={({ outcome }) => outcome === 'refused'}
      />
      {lines.length > shown.length && (
        <Hint>{t('redirects.file.more', { number: format.number(lines.length - shown.length) })}</Hint>
      )}
    </section>
  )
}
