import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useTagActions } from '#features/early-adopters/admin/parts/use-tags.ts'
import { longestTag, type Tag } from '#features/early-adopters/tags/contract.ts'

interface TagEditorProps {
  tag: Tag
  tags: readonly Tag[]
  onClose: () => void
}

/** Renames a tag; merges it into another or deletes it once that is confirmed. */
export function TagEditor({ tag, tags, onClose }: TagEditorProps) {
  const { t } = useTexts()
  const actions = useTagActions()
  const renaming = useAction({ showsFailure: true })
  const [name, setName] = useState(tag.name)
  const [into, setInto] = useState('')
  /** The question that is asked; it keeps its target, whatever happens to the list meanwhile. */
  const [ending, setEnding] = useState<Pick<EndDialogProps, 'into'>>()
  const target = tags.find(({ id }) => id === into)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (target) return setEnding({ into: target })
    renaming.run(async () => {
      await actions.rename(tag.id, name)
      onClose()
    }, t('leads.tags.renamed'))
  }

  if (ending) return <EndDialog tag={tag} into={ending.into} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={t('leads.tags.editTitle')}>
      <StackedForm onSubmit={submit}>
        <TextInput
          data-autofocus
          size="md"
          label={t('leads.tags.name')}
          maxLength={longestTag}
          dir="auto"
          value={name}
          disabled={target !== undefined}
          error={renaming.error ? describeFieldError(renaming.error, t) : undefined}
          errorProps={{ role: 'alert' }}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {tags.length > 1 && (
          <NativeSelect
            size="md"
            label={t('leads.tags.mergeInto')}
            description={t('leads.tags.mergeHint')}
            rightSection={<ChevronIcon />}
            value={into}
            data={[
              { value: '', label: t('leads.tags.mergeNone') },
              ...tags.filter(({ id }) => id !== tag.id).map(({ id, name: label }) => ({ value: id, label })),
            ]}
            onChange={(event) => setInto(event.currentTarget.value)}
          />
        )}
        <ButtonRow>
          <Button variant="subtle" onClick={() => setEnding({ into: undefined })}>
            {t('leads.tags.removeOpen')}
          </Button>
        </ButtonRow>
        <DialogActions
          confirm={target ? t('leads.tags.merge') : t('leads.data.save')}
          cancel={t('leads.cancel')}
          isBusy={renaming.isBusy}
          onCancel={onClose}
        />
      </StackedForm>
    </Dialog>
  )
}

interface EndDialogProps {
  tag: Tag
  /** The tag that it is merged into; deleted without one. */
  into: Tag | undefined
  onClose: () => void
}

/** Merges or deletes a tag once that is confirmed. */
function EndDialog({ tag: { id, name, people }, into, onClose }: EndDialogProps) {
  const { t, format } = useTexts()
  const actions = useTagActions()
  const { isBusy, run } = useAction({ onSettled: onClose })
  const number = format.number(people)
  const confirm = () =>
    into
      ? run(() => actions.merge(id, into.id), t('leads.tags.mergeDone'))
      : run(() => actions.remove(id), t('leads.tags.removed'))
  return (
    <ConfirmDialog
      opened
      title={t(into ? 'leads.tags.mergeTitle' : 'leads.tags.removeTitle')}
      confirm={t(into ? 'leads.tags.merge' : 'leads.tags.remove')}
      cancel={t('leads.cancel')}
      focus="cancel"
      isBusy={isBusy}
      onConfirm={confirm}
      onClose={onClose}
    >
      {into
        ? t('leads.tags.mergeText', { name, into: into.name, number })
        : t('leads.tags.removeText', { name, number })}
    </ConfirmDialog>
  )
}
