import '#features/early-adopters/admin/texts.ts'
import { NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { describeFieldError, fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { LeadFilter } from '#features/early-adopters/saved-filters/contract.ts'
import { FilterNameField } from './filter-name-field.tsx'
import { useSavedFilterActions, useSavedFilters } from './use-saved-filters.ts'

interface SaveFilterDialogProps {
  filter: LeadFilter
  onClose: () => void
}

/** Saves filters under a new name, or in place of those of a saved filter. */
export function SaveFilterDialog({ filter, onClose }: SaveFilterDialogProps) {
  const { t } = useTexts()
  const saved = useSavedFilters()
  const actions = useSavedFilterActions()
  const { isBusy, error, run, reset } = useAction({ showsFailure: true })
  const [replaced, setReplaced] = useState('')
  const [name, setName] = useState('')
  const nameError = fieldErrors(error).name

  function submit(event: FormEvent) {
    event.preventDefault()
    run(async () => {
      await (replaced ? actions.change(replaced, { filter }) : actions.add({ name, filter }))
      onClose()
    }, t('leads.saved.done'))
  }

  return (
    <Dialog opened onClose={onClose} title={t('leads.saved.title')}>
      <StackedForm onSubmit={submit}>
        {saved.data && saved.data.length > 0 && (
          <NativeSelect
            size="md"
            label={t('leads.saved.as')}
            rightSection={<ChevronIcon />}
            value={replaced}
            data={[
              { value: '', label: t('leads.saved.asNew') },
              ...saved.data.map((one) => ({ value: one.id, label: one.name })),
            ]}
            onChange={(event) => {
              setReplaced(event.currentTarget.value)
              reset()
            }}
          />
        )}
        {replaced === '' && <FilterNameField value={name} error={nameError} onChange={setName} />}
        {error !== null && nameError === undefined && (
          <Notice kind="error">{describeFieldError(error, t)}</Notice>
        )}
        <DialogActions
          confirm={t(replaced ? 'leads.saved.replace' : 'leads.saved.confirm')}
          cancel={t('leads.cancel')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </StackedForm>
    </Dialog>
  )
}
