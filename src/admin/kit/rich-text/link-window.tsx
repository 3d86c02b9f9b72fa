import { Button, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
// For the types of its commands.
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
  children: ReactNode
}

/** The window around the fields of a link, which can also be taken away. */
export function LinkWindow({ editor, title, onSubmit, onClose, children }: LinkWindowProps) {
  const { t } = useTexts()

  function submit(event: FormEvent) {
    event.preventDefault()
    // The window's form is drawn within the form of the screen, as React sees it.
    event.stopPropagation()
    onSubmit()
  }

  return (
    <Dialog opened onClose={onClose} title={title}>
      <StackedForm onSubmit={submit}>
        {children}
        <ButtonRow>
          <Button type="submit">{t('richText.link.apply')}</Button>
          {editor.isActive('link') && (
            <Button
              variant="default"
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
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
  value: string
  onChange: (value: string) => void
  fault: string | undefined
  hint?: string
  autoFocus?: boolean
}

/** Where a link leads, as it is typed. */
export function LinkAddressField({ value, onChange, fault, hint, autoFocus }: LinkAddressFieldProps) {
  const { t } = useTexts()
  return (
    <TextInput
      label={t('richText.link.address')}
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
