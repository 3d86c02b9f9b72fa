import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError, fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { FactorAdded, type TotpStart } from '#features/accounts/second-factor/contract.ts'
import { QrCode } from './qr-code.tsx'
import styles from './second-factor.module.css'
import { useCopy } from './use-copy.ts'

interface TotpDialogProps {
  start: TotpStart
  onAdded: (added: FactorAdded) => void
  onClose: () => void
}

/** Shows the key for an authenticator app and asks for a first code of it. */
export function TotpDialog({ start, onAdded, onClose }: TotpDialogProps) {
  const { t } = useTexts()
  const api = useApi()
  const copy = useCopy()
  const [code, setCode] = useState('')
  const { isBusy, error, run, reset } = useAction({ showsFailure: true })
  const refusal = error ? (fieldErrors(error).code ?? describeError(error, t)) : undefined
  // In groups, as it is typed.
  const shown = start.secret.match(/.{1,4}/g)?.join(' ')

  function submit(event: FormEvent) {
    event.preventDefault()
    run(async () => {
      onAdded(await api.send('PUT', '/api/auth/second-factor/totp', FactorAdded, { code }))
    }, t('secondFactor.app.done'))
  }

  return (
    <Dialog opened onClose={onClose} title={t('secondFactor.app.addTitle')}>
      <StackedForm onSubmit={submit}>
        <p>{t('secondFactor.app.scan')}</p>
        <QrCode text={start.uri} label={t('secondFactor.app.qr')} />
        <div className={styles.part}>
          <p>
            {t('secondFactor.app.secret')}{' '}
            <code className={styles.secret} dir="ltr">
              {shown}
            </code>
          </p>
          <ButtonRow>
            <Button variant="default" size="sm" onClick={() => void copy(start.secret)}>
              {t('secondFactor.app.copySecret')}
            </Button>
          </ButtonRow>
        </div>
        <TextInput
          label={t('secondFactor.app.code')}
          description={t('secondFactor.app.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={10}
          data-autofocus
          value={code}
          error={refusal}
          errorProps={{ role: 'alert' }}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            if (error) reset()
          }}
        />
        <DialogActions
          confirm={t('secondFactor.app.confirm')}
          cancel={t('secondFactor.cancel')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </StackedForm>
    </Dialog>
  )
}
