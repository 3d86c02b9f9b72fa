import './texts.ts'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { DropField } from '#admin/kit/form/drop-field.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { BackupDetails } from '#features/backups/contract.ts'
import { restorePath } from './progress-path.ts'

/** Takes an archive from elsewhere, and leads to its restore. */
export function ArchiveUpload() {
  const { t } = useTexts()
  const { running, failure, upload, cancel } = useUpload()
  // The server still writes it down when all of it has arrived, and answers then.
  const step = running?.part === 1 ? 'storing' : 'running'
  return (
    <Panel title={t('restoring.upload.title')}>
      {running ? (
        <>
          <Hint role="status">{t(`restoring.upload.${step}`, { name: running.name })}</Hint>
          <ProgressBar
            label={t(`restoring.upload.${step}`, { name: running.name })}
            value={running.part * 100}
            max={100}
          />
          <div>
            <Button variant="default" onClick={cancel}>
              {t('restoring.upload.cancel')}
            </Button>
          </div>
        </>
      ) : (
        <DropField
          title={t('restoring.upload.drop')}
          choose={t('restoring.upload.choose')}
          accept=".tar,.age"
          onFile={upload}
        >
          <Hint>{t('restoring.upload.text')}</Hint>
        </DropField>
      )}
      <Hint isError role="alert">
        {failure}
      </Hint>
    </Panel>
  )
}

function useUpload() {
  const api = useApi()
  const navigate = useNavigate()
  const aborting = useRef(new AbortController())
  const [running, setRunning] = useState<{ name: string; part: number }>()
  const { failure, run } = useAction({ showsFailure: true, onSettled: () => setRunning(undefined) })
  return {
    running,
    failure,
    cancel: () => aborting.current.abort(),
    upload(file: File) {
      const { name } = file
      aborting.current = new AbortController()
      const { signal } = aborting.current
      setRunning({ name, part: 0 })
      run(async () => {
        const form = new FormData()
        form.append('file', file)
        const onProgress = (part: number) => setRunning({ name, part })
        try {
          const { id } = await api.upload('/api/restores/archives', form, BackupDetails, {
            onProgress,
            signal,
          })
          await navigate(restorePath(id))
        } catch (error) {
          if (!signal.aborted) throw error
        }
      })
    },
  }
}
