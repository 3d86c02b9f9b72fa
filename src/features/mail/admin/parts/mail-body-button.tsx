import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#admin/kit/dialog.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { readLinkAddress } from '#admin/kit/rich-text/link-address.ts'
import { LinkAddressField } from '#admin/kit/rich-text/link-window.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { isButtonTarget } from '#features/mail/contract.ts'
import { directionOf, type Language } from '#shared/languages.ts'
import type { ButtonAttributes } from './mail-body-inserts.ts'

interface MailBodyButtonProps {
  language: Language
  /** The button that is to be changed; otherwise a new one is made. */
  changed: ButtonAttributes | undefined
  onChoose: (button: ButtonAttributes) => void
  onClose: () => void
}

/** The dialog for a button in the text of a mail: what it says and where it leads. */
export function MailBodyButton({ language, changed, onChoose, onClose }: MailBodyButtonProps) {
  const { t } = useTexts()
  const [label, setLabel] = useState(changed?.label ?? '')
  const [address, setAddress] = useState(changed?.href ?? '')
  const [faults, setFaults] = useState<{ label?: string; address?: string }>({})

  function submit() {
    const read = readLinkAddress(address)
    const href = 'href' in read && isButtonTarget(read.href) ? read.href : undefined
    if (label.trim() !== '' && href !== undefined) return onChoose({ label: label.trim(), href })
    setFaults({
      ...(label.trim() === '' && { label: t('mailBody.button.labelMissing') }),
      ...(href === undefined && { address: t('mailBody.button.addressInvalid') }),
    })
  }

  return (
    <Dialog opened onClose={onClose} title={t('mailBody.button.title')}>
      <StackedForm
        onSubmit={(event) => {
          event.preventDefault()
          // React's events bubble from the dialog's form to the form of the screen.
          event.stopPropagation()
          submit()
        }}
      >
        <TextInput
          label={t('mailBody.button.label')}
          data-autofocus
          lang={language}
          dir={directionOf(language)}
          maxLength={80}
          value={label}
          error={faults.label}
          errorProps={{ role: 'alert' }}
          onChange={(event) => {
            setLabel(event.currentTarget.value)
            setFaults(({ address: fault }) => (fault === undefined ? {} : { address: fault }))
          }}
        />
        <LinkAddressField
          label={t('mailBody.button.address')}
          hint={t('mailBody.button.addressHint')}
          value={address}
          fault={faults.address}
          onChange={(typed) => {
            setAddress(typed)
            setFaults(({ label: fault }) => (fault === undefined ? {} : { label: fault }))
          }}
        />
        <ButtonRow>
          <Button type="submit">{t(changed ? 'mailBody.button.apply' : 'mailBody.button.insert')}</Button>
        </ButtonRow>
      </StackedForm>
    </Dialog>
  )
}
