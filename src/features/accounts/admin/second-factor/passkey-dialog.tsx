import { TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { describeError, fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

interface PasskeyDialogProps {
  title: string
  /** What the field begins with. */
  name: string
  confirm: string
  /** The toast of a success. */
  done: string
  children?: ReactNode
  /** Returns why nothing was done, in one sentence, if nothing was. */
  onSubmit: (name: string) => Promise<string | undefined>
  onClose: () => void
}

/** Asks for the name of a passkey that is added or renamed. */
export function PasskeyDialog(props: PasskeyDialogProps) {
  const { title, confirm, done, children, onSubmit, onClose } = props
  const { t } = useTexts()
  const [name, setName] = useState(props.name)
  const { isBusy, error, run, reset } = useAction({ showsFailure: true })
  const { name: refusedName, ...refusedOthers } = fieldErrors(error)
  const failure = error instanceof Undone ? error.message : describeFailure()

  function describeFailure(): string | undefined {
    if (!error || refusedName) return undefined
    return Object.values(refusedOthers)[0] ?? describeError(error, t)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    run(async () => {
      const reason = await onSubmit(name)
      if (reason !== undefined) throw new Undone(reason)
      onClose()
    }, done)
  }

  return (
    <Dialog opened onClose={onClose} title={title} size="28rem">
      <StackedForm onSubmit={submit}>
        {children && <p>{children}</p>}
        <TextInput
          label={t('secondFactor.passkeys.name')}
          dir="auto"
          autoComplete="off"
          maxLength={60}
          data-autofocus
          value={name}
          error={refusedName}
          onChange={(event) => {
            setName(event.currentTarget.value)
            if (error) reset()
          }}
        />
        <Hint isError role="alert">
          {failure}
        </Hint>
        <DialogActions
          confirm={confirm}
          cancel={t('secondFactor.cancel')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </StackedForm>
    </Dialog>
  )
}

/** Nothing was done, as the user knows or has wanted. */
class Undone extends Error {}
