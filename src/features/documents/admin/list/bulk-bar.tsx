import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import styles from '#features/documents/admin/documents.module.css'
import { useDocumentActions } from '#features/documents/admin/use-documents.ts'
import type { BulkOperation, BulkResult, DocumentEntry } from '#features/documents/contract.ts'
import { runInBatches } from './bulk-run.ts'

interface BulkBarProps {
  ids: readonly string[]
  /** Those that are shown, whose titles are known. */
  documents: readonly DocumentEntry[]
  operations: readonly BulkOperation[]
  onClear: () => void
}

/** The selection and what can be done to it. */
export function BulkBar({ ids, documents, operations, onClear }: BulkBarProps) {
  const { t, format } = useTexts()
  const [operation, setOperation] = useState<BulkOperation>()
  return (
    <ActionBar>
      <ActionBarState role="status">
        {t('library.bulk.chosen', { number: format.number(ids.length) })}
      </ActionBarState>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, these are buttons */}
      <div role="group" aria-label={t('library.bulk.label')}>
        <ButtonRow>
          <Button variant="subtle" onClick={onClear}>
            {t('library.bulk.clear')}
          </Button>
          {operations.map((one) => (
            <Button
              key={one}
              variant={one === 'publish' || one === 'recover' ? 'filled' : 'default'}
              onClick={() => setOperation(one)}
            >
              {t(`library.actions.${one}`)}
            </Button>
          ))}
        </ButtonRow>
      </div>
      {operation && (
        <BulkDialog
          key={operation}
          operation={operation}
          ids={ids}
          documents={documents}
          onDone={onClear}
          onClose={() => setOperation(undefined)}
        />
      )}
    </ActionBar>
  )
}

interface BulkDialogProps extends Omit<BulkBarProps, 'operations' | 'onClear'> {
  operation: BulkOperation
  onDone: () => void
  onClose: () => void
}

/** Asks, shows how far it is, and then what could not be done to which document. */
function BulkDialog({ operation, ids, documents, onDone, onClose }: BulkDialogProps) {
  const { t, format } = useTexts()
  const toasts = useToasts()
  const { changeMany, refresh } = useDocumentActions()
  const [done, setDone] = useState<number>()
  const [result, setResult] = useState<BulkResult>()
  // The list may lose what was changed: its titles are those of the beginning.
  const [titles] = useState(() => new Map(documents.map(({ id, title }) => [id, title])))
  const { isBusy, run } = useAction({
    showsFailure: true,
    onError: (error) => toasts.show('error', t('library.bulk.failed', { reason: describeError(error, t) })),
    onSettled: refresh,
  })

  const start = () =>
    run(async () => {
      const outcome = await runInBatches(
        ids,
        (part) => changeMany({ document_ids: part, operation }),
        setDone,
      )
      toasts.show(
        outcome.failed_count > 0 ? 'warning' : 'success',
        t('library.bulk.done', {
          successes: format.number(outcome.success_count),
          failures: format.number(outcome.failed_count),
        }),
      )
      if (outcome.failed_count > 0) setResult(outcome)
      else {
        onDone()
        onClose()
      }
    })
  const close = () => {
    if (result) onDone()
    onClose()
  }

  if (result) {
    return (
      <Dialog opened onClose={close} title={t(`library.bulk.confirm.${operation}`)}>
        <p>{t('library.bulk.failures')}</p>
        <div className={styles.failures}>
          <Rows>
            {result.failures.map(({ id, reason }) => (
              <Row key={id}>
                <bdi>{titles.get(id) ?? id}</bdi>
                <Hint>{reason}</Hint>
              </Row>
            ))}
          </Rows>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog opened {...(!isBusy && { onClose: close })} title={t(`library.bulk.confirm.${operation}`)}>
      <p>{t(`library.bulk.text.${operation}`, { number: format.number(ids.length) })}</p>
      {done !== undefined && (
        <ProgressBar
          label={t(`library.bulk.confirm.${operation}`)}
          value={done}
          max={ids.length}
          text={t('library.bulk.progress', { done: format.number(done), total: format.number(ids.length) })}
        />
      )}
      <DialogActions
        confirm={t(`library.actions.${operation}`)}
        cancel={t('library.actions.cancel')}
        isBusy={isBusy}
        focus={operation === 'delete' ? 'cancel' : 'confirm'}
        onConfirm={start}
        onCancel={close}
      />
    </Dialog>
  )
}
