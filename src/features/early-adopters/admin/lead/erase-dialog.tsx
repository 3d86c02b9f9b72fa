import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import { type Erased, eraseInGroups } from './erase-in-groups.ts'

interface EraseDialogProps {
  ids: string[]
  /** Called when it is over and somebody has been erased. */
  onErased: () => void
  onClose: () => void
}

/** Asks, erases for good, and says what has been done. */
export function EraseDialog({ ids, onErased, onClose }: EraseDialogProps) {
  const { t, format } = useTexts()
  const api = useApi()
  const [isUnderstood, setUnderstood] = useState(false)
  const [progress, setProgress] = useState<Erased>()
  const [result, setResult] = useState<string>()
  const stop = useRef(new AbortController())

  async function erase() {
    const erased = await eraseInGroups(ids, { api, signal: stop.current.signal, onProgress: setProgress })
    const left = ids.length - erased.erased - erased.missing
    const counts = { erased: format.number(erased.erased), missing: format.number(erased.missing) }
    const reason = erased.error === undefined ? '' : describeError(erased.error, t)
    setResult(
      left > 0
        ? t('leads.erase.interrupted', { ...counts, left: format.number(left), reason }).trim()
        : t('leads.erase.done', counts),
    )
  }
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
      {isRunning && (
        <>
          <p role="status">
            {t('leads.erase.running', {
              done: format.number(progress.erased + progress.missing),
              total: format.number(ids.length),
            })}
          </p>
          <ProgressBar
            label={t('leads.erase.title')}
            max={ids.length}
            value={progress.erased + progress.missing}
          />
        </>
      )}
      {result !== undefined && <p role="status">{result}</p>}
      <ButtonRow place="end">
        {result === undefined && !isRunning && (
          <Button
            disabled={!isUnderstood}
            onClick={() => {
              setProgress({ erased: 0, missing: 0 })
              void erase()
            }}
          >
            {t('leads.erase.confirm')}
          </Button>
        )}
        {isRunning ? (
          <Button variant="default" onClick={() => stop.current.abort()}>
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
