import { useEffect, useRef, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { saveFile, separatorOf } from '#admin/kit/save-file.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ExportRequest } from '#features/early-adopters/contract.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { useExactTotal } from './use-exact-total.ts'

interface ExportDialogProps {
  request: Partial<Pick<ExportRequest, 'ids' | 'filter'>>
  /** How many it will hold, where that is known. */
  number?: number
  onClose: () => void
}

/** Asks for a format and downloads the file, saying how much has come. */
export function ExportDialog({ request, number, onClose }: ExportDialogProps) {
  const { t, format, language } = useTexts()
  const api = useApi()
  const [kind, setKind] = useState<'csv' | 'json'>('csv')
  const [bytes, setBytes] = useState<number>()
  const [error, setError] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  // Leaving the dialog cancels the download.
  useEffect(() => () => stop.current?.abort(), [])
  const exact = useExactTotal(request.filter, number === undefined)
  const counted = number ?? exact

  async function start() {
    stop.current = new AbortController()
    setError(undefined)
    setBytes(0)
    try {
      const body = { ...request, format: kind, separator: separatorOf(language) }
      const { signal } = stop.current
      saveFile(
        await api.download('/api/early-adopters/export', body, { onProgress: setBytes, signal }),
        `early-adopters.${kind}`,
      )
      onClose()
    } catch (failure) {
      setBytes(undefined)
      if (!stop.current.signal.aborted)
        setError(t('leads.export.failed', { reason: describeError(failure, t) }))
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t('leads.export.title')}>
      <p>{t('leads.export.text', { number: counted === undefined ? '…' : format.number(counted) })}</p>
      <fieldset disabled={bytes !== undefined}>
        <Segmented
          legend={t('leads.export.format')}
          showsLegend
          options={(['csv', 'json'] as const).map((value) => ({ value, label: t(`leads.export.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
      </fieldset>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      {bytes !== undefined && (
        <p role="status">{t('leads.export.running', { size: formatFileSize(bytes, language) })}</p>
      )}
      <DialogActions
        confirm={t('leads.export.start')}
        cancel={t('leads.cancel')}
        isBusy={bytes !== undefined}
        onConfirm={() => void start()}
        onCancel={onClose}
      />
    </Dialog>
  )
}
