import { type FormEvent, useState } from 'react'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { TagNamesField } from '#features/early-adopters/admin/parts/tag-names-field.tsx'
import { TagPicker } from '#features/early-adopters/admin/parts/tag-picker.tsx'
import { useTagActions } from '#features/early-adopters/admin/parts/use-tags.ts'
import type { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { splitTagNames } from '#features/early-adopters/tags/model.ts'

interface TagDialogProps {
  people: EarlyAdopter[]
  onDone: () => void
  onClose: () => void
}

/** Adds tags to the selected people and takes away some of those that they have. */
export function TagDialog({ people, onDone, onClose }: TagDialogProps) {
  const { t, format } = useTexts()
  const actions = useTagActions()
  const { isBusy, error, run } = useAction({ showsFailure: true })
  const [names, setNames] = useState('')
  const [removed, setRemoved] = useState<string[]>([])
  const held = new Map(people.flatMap(({ tags }) => tags.map(({ id, name }) => [id, name] as const)))
  const add = splitTagNames(names)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (add.length === 0 && removed.length === 0) return onClose()
    run(async () => {
      await actions.tag({ lead_ids: people.map(({ id }) => id), add, remove: removed })
      onDone()
      onClose()
    }, t('leads.tags.saved'))
  }

  return (
    <Dialog opened onClose={onClose} title={t('leads.tags.dialog')}>
      <StackedForm onSubmit={submit}>
        <p>{t('leads.tags.number', { number: format.number(people.length) })}</p>
        <TagNamesField
          value={names}
          error={error ? describeFieldError(error, t) : undefined}
          onChange={setNames}
        />
        {held.size > 0 && (
          <TagPicker
            label={t('leads.tags.take')}
            hint={t('leads.tags.takeHint')}
            choices={[...held].map(([value, label]) => ({ value, label }))}
            chosen={removed}
            onChange={setRemoved}
          />
        )}
        <DialogActions
          confirm={t('leads.data.save')}
          cancel={t('leads.cancel')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </StackedForm>
    </Dialog>
  )
}
