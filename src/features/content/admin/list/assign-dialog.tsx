import { NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { describeError } from '#admin/kit/api/errors.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { useEditors } from '#features/accounts/admin/parts/use-editors.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { languageNames } from '#shared/languages.ts'
import type { Assigned, Task } from './tasks.ts'
import { useAssign } from './use-assignments.ts'

interface AssignDialogProps {
  text: Pick<Task, 'key' | 'language'>
  assigned: Assigned
  onClose: () => void
}

/** Changes who translates one text, and until when. */
export function AssignDialog({ text, assigned, onClose }: AssignDialogProps) {
  const { t } = useTexts()
  const toasts = useToasts()
  const editors = useEditors([text.language])
  const assign = useAssign()
  const before = assigned.owner?.id ?? ''
  const [owner, setOwner] = useState(before)
  const [day, setDay] = useState(assigned.dueOn ?? '')

  const editing = editors.data ?? []
  const isListed = assigned.owner === null || editing.some(({ id }) => id === before)
  const offered = isListed || !assigned.owner ? editing : [assigned.owner, ...editing]

  function submit(event: FormEvent) {
    event.preventDefault()
    assign.mutate(
      {
        texts: [text],
        // They may not edit the language any more.
        ...(owner !== before && { owner_id: owner === '' ? null : owner }),
        due_on: day === '' ? null : day,
      },
      {
        onSuccess() {
          toasts.show('success', t('translation.tasks.changed'))
          onClose()
        },
        onError: (error) =>
          toasts.show('error', t('translation.tasks.changeFailed', { reason: describeError(error, t) })),
      },
    )
  }

  return (
    <Dialog opened onClose={onClose} title={t('translation.tasks.edit')} size="26rem">
      <StackedForm onSubmit={submit}>
        <p>
          {contentTitle(text.key, t)} · <bdi lang={text.language}>{languageNames[text.language]}</bdi>
        </p>
        <NativeSelect
          label={t('translation.tasks.owner')}
          rightSection={<ChevronIcon />}
          data-autofocus
          value={owner}
          data={[
            { value: '', label: t('translation.tasks.nobody') },
            ...offered.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget }) => setOwner(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t('translation.tasks.setDue')}
          min="2000-01-01"
          max="9999-12-31"
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <DialogActions
          confirm={t('editor.save')}
          cancel={t('passwordQuestion.cancel')}
          isBusy={assign.isPending}
          onCancel={onClose}
        />
      </StackedForm>
    </Dialog>
  )
}
