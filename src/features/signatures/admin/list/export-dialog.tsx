import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { saveFile } from '#admin/kit/save-file.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

const formats = ['csv', 'json'] as const

/** Asks for a format and downloads all signatures. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const api = useApi()
  const [kind, setKind] = useState<(typeof formats)[number]>('csv')
  const { isBusy, failure, run } = useAction({ showsFailure: true })
  // Closing the dialog breaks the download off.
  const [stop] = useState(() => new AbortController())

  function close() {
    stop.abort()
    onClose()
  }
  const start = () =>
    run(async () => {
      const file = await api.open(`/api/signatures/export?format=${kind}`, stop.signal)
      saveFile(await new Response(file).blob(), `signatures.${kind}`)
      onClose()
    })

  return (
    <Dialog opened onClose={close} title={t('signatures.export.title')}>
      <p>{t('signatures.export.text')}</p>
      <fieldset disabled={isBusy}>
        <Segmented
          legend={t('signatures.export.format')}
          showsLegend
          options={formats.map((value) => ({ value, label: t(`signatures.export.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
      </fieldset>
      {failure && <Notice kind="error">{failure}</Notice>}
      <DialogActions
        confirm={t('signatures.export.start')}
        cancel={t('signatures.cancel')}
        isBusy={isBusy}
        onConfirm={start}
        onCancel={close}
      />
    </Dialog>
  )
}
