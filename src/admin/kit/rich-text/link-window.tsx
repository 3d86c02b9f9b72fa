import { Button, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
// Imported for the types of its commands.
import type {} from '@tiptap/starter-kit'
import type { FormEvent, ReactNode } from 'react'
import { Dialog } from '#admin/kit/dialog.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

interface LinkWindowProps {
  editor: Editor
  title: string
  onSubmit: () => void
  onClose: () => void
  /** Removes the link where it is not one of words. */
  onRemove?: () => void
  children: ReactNode
}

/** The dialog for a link, with a button to remove it. */
export function LinkWindow({ editor, title, onSubmit, onClose, onRemove, children }: LinkWindowProps) {
  const { t } = useTexts()

  function submit(event: FormEvent) {
    event.preventDefault()
    // React's events bubble from the dialog's form to the form of the screen.
    event.stopPropagation()
    onSubmit()
  }

  return (
    <Dialog opened onClose={onClose} title={title}>
      <StackedForm onSubmit={submit}>
        {children}
        <ButtonRow>
          <Button type="submit">{t('richText.link.apply')}</Button>
          {(onRemove || editor.isActive('link')) && (
            <Button
              variant="default"
              onClick={() => {
                if (onRemove) onRemove()
                else editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
                onClose()
              }}
            >
              {t('richText.link.remove')}
            </Button>
          )}
        </ButtonRow>
      </StackedForm>
    </Dialog>
  )
}

interface LinkAddressFieldProps {
  label?: string
  value: string
  onChange: (value: string) => void
  fault: string | undefined
  hint?: string
  autoFocus?: boolean
}

/** The field for the address of a link. */
export function LinkAddressField(props: LinkAddressFieldProps) {
  const { label, value, onChange, fault, hint, autoFocus } = props
  const { t } = useTexts()
  return (
    <TextInput
      label={label ?? t('richText.link.address')}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      type="text"
      inputMode="url"
      dir="ltr"
      autoComplete="off"
      data-autofocus={autoFocus}
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
