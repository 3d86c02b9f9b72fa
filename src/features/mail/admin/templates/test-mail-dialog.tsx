import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { OwnAddress, useOwnAddress } from '#features/accounts/admin/parts/own-address.tsx'

interface TestMailDialogProps {
  /** Sends the unsaved text to the user's own address. */
  send: () => Promise<{ to: string }>
  onClose: () => void
}

/** The dialog that sends a test mail of the unsaved text to the user. */
export function TestMailDialog({ send, onClose }: TestMailDialogProps) {
  const { t } = useTexts()
  const toasts = useToasts()
  const address = useOwnAddress()
  const { isBusy, error, run } = useAction({ showsFailure: true })

  function submit(event: FormEvent) {
    event.preventDefault()
    run(async () => {
      const sent = await send()
      toasts.show('success', t('emailTemplates.toasts.testMail', { to: sent.to }))
      onClose()
    })
  }

  return (
    <Dialog opened onClose={onClose} title={t('emailTemplates.testMail.title')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Hint>{t('emailTemplates.testMail.text')}</Hint>
          <OwnAddress address={address} />
          {error && <Notice kind="error">{describeFieldError(error, t)}</Notice>}
          <ButtonRow>
            <Button type="submit" loading={isBusy} disabled={!address} data-autofocus>
              {t('emailTemplates.testMail.send')}
            </Button>
          </ButtonRow>
        </Stack>
      </form>
    </Dialog>
  )
}
