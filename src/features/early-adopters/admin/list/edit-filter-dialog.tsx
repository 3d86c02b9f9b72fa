import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { FilterNameField } from '#features/early-adopters/admin/parts/filter-name-field.tsx'
import { useSavedFilterActions } from '#features/early-adopters/admin/parts/use-saved-filters.ts'
import type { SavedFilter } from '#features/early-adopters/saved-filters/contract.ts'

interface EditFilterDialogProps {
  saved: SavedFilter
  onClose: () => void
}

/** Renames a saved filter, or deletes it once that is confirmed. */
export function EditFilterDialog({ saved, onClose }: EditFilterDialogProps) {
  const { t } = useTexts()
  const actions = useSavedFilterActions()
  const renaming = useAction({ showsFailure: true })
  const removal = useAction({ onSettled: onClose })
  const [name, setName] = useState(saved.name)
  const [isRemoving, setRemoving] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    renaming.run(async () => {
      await actions.change(saved.id, { name })
      onClose()
    }, t('leads.saved.renamed'))
  }

  if (isRemoving) {
    return (
      <ConfirmDialog
        opened
        title={t('leads.saved.removeTitle')}
        confirm={t('leads.saved.remove')}
        cancel={t('leads.cancel')}
        focus="cancel"
        isBusy={removal.isBusy}
        onConfirm={() => removal.run(() => actions.remove(saved.id), t('leads.saved.removed'))}
        onClose={onClose}
      >
        {t('leads.saved.removeText', { name: saved.name })}
      </ConfirmDialog>
    )
  }
  return (
    <Dialog opened onClose={onClose} title={t('leads.saved.edit')}>
      <StackedForm onSubmit={submit}>
        <FilterNameField
          value={name}
          error={renaming.error ? describeFieldError(renaming.error, t) : undefined}
          onChange={setName}
        />
        <ButtonRow>
          <Button variant="subtle" onClick={() => setRemoving(true)}>
            {t('leads.saved.removeOpen')}
          </Button>
        </ButtonRow>
        <DialogActions
          confirm={t('leads.saved.rename')}
          cancel={t('leads.cancel')}
          isBusy={renaming.isBusy}
          onCancel={onClose}
        />
      </StackedForm>
    </Dialog>
  )
}
