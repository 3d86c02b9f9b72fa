import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import { useErasure } from './use-erasure.ts'

interface EraseDialogProps {
  ids: string[]
  /** Called with the report, when somebody is gone: what is behind it must not offer anything for them. */
  onResult?: () => void
  /** Called at the end when at least one lead was erased. */
  onErased: () => void
  onClose: () => void
}

/** Asks for confirmation, erases, and shows the result. */
export function EraseDialog({ ids, onResult, onErased, onClose }: EraseDialogProps) {
  const { t, format } = useTexts()
  const [isUnderstood, setUnderstood] = useState(false)
  const { progress, result, start, stop } = useErasure(ids, onResult)
  const isRunning = progress !== undefined && result === undefined
  const close = () => {
    if (isRunning) return
    if (progress) onErased()
    onClose()
  }

  return (
    <Dialog opened onClose={close} title={t('leads.erase.title')}>
      {result === undefined && !isRunning && (
        <>
          <p>{t('leads.erase.text')}</p>
          <p>{t('leads.erase.number', { number: format.number(ids.length) })}</p>
          <label className={styles.understood}>
            <input
              type="checkbox"
              checked={isUnderstood}
              onChange={({ currentTarget }) => setUnderstood(currentTarget.checked)}
            />
            {t('leads.erase.understood')}
          </label>
        </>
      )}
      {isRunning && <ErasureProgress done={progress.erased + progress.missing} total={ids.length} />}
      {result !== undefined && <p role="status">{result}</p>}
      <ButtonRow place="end">
        {result === undefined && !isRunning && (
          <Button disabled={!isUnderstood} onClick={start}>
            {t('leads.erase.confirm')}
          </Button>
        )}
        {isRunning ? (
          <Button variant="default" onClick={stop}>
            {t('leads.erase.stop')}
          </Button>
        ) : (
          <Button variant="default" onClick={close}>
            {t(result === undefined ? 'leads.cancel' : 'close')}
          </Button>
        )}
      </ButtonRow>
    </Dialog>
  )
}

function ErasureProgress({ done, total }: { done: number; total: number }) {
  const { t, format } = useTexts()
  return (
    <>
      <p role="status">
        {t('leads.erase.running', { done: format.number(done), total: format.number(total) })}
      </p>
      <ProgressBar label={t('leads.erase.title')} max={total} value={done} />
    </>
  )
}
