import { useEffect, useRef, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { saveFile } from '#admin/kit/save-file.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type AuditFilter, auditExportFormats } from '#features/audit/contract.ts'
import { formatFileSize } from '#ui/file-size.ts'

const names = { csv: 'audit-log.csv', json: 'audit-log.jsonl' }

interface ExportDialogProps {
  filter: AuditFilter
  onClose: () => void
}

/** Asks for a format and downloads the changes that are shown, saying how much has come. */
export function ExportDialog({ filter, onClose }: ExportDialogProps) {
  const { t, language } = useTexts()
  const api = useApi()
  const [kind, setKind] = useState<(typeof auditExportFormats)[number]>('csv')
  const [bytes, setBytes] = useState<number>()
  const [error, setError] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  // Leaving the dialog cancels the download.
  useEffect(() => () => stop.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    stop.current = controller
    setError(undefined)
    setBytes(0)
    try {
      const { signal } = controller
      const body = { ...filter, format: kind }
      saveFile(await api.download('/api/audit/export', body, { onProgress: setBytes, signal }), names[kind])
      onClose()
    } catch (failure) {
      setBytes(undefined)
      if (!controller.signal.aborted)
        setError(t('audit.export.failed', { reason: describeError(failure, t) }))
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t('audit.export.title')}>
      <p>{t('audit.export.text')}</p>
      <fieldset disabled={bytes !== undefined}>
        <Segmented
          legend={t('audit.export.format')}
          showsLegend
          options={auditExportFormats.map((value) => ({ value, label: t(`audit.export.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
      </fieldset>
      <Hint>{t(`audit.export.${kind}Text`)}</Hint>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      {bytes !== undefined && (
        <p role="status">{t('audit.export.running', { size: formatFileSize(bytes, language) })}</p>
      )}
      <DialogActions
        confirm={t('audit.export.start')}
        cancel={t('audit.export.cancel')}
        isBusy={bytes !== undefined}
        onConfirm={() => void start()}
        onCancel={onClose}
      />
    </Dialog>
  )
}
