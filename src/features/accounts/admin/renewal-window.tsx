import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { PasswordQuestion } from '#admin/kit/api/password-question.ts'
import { useSession } from '#admin/kit/api/session-context.tsx'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SecondStepAsked } from '#features/accounts/admin/second-factor/second-step.ts'
import { SecondStepForm } from '#features/accounts/admin/second-factor/second-step-form.tsx'
import { describeSignIn } from './describe-sign-in.ts'
import { signIn } from './sign-in.ts'
import { usePasswordEye } from './sign-in-page.tsx'

/** Says that the session has ended and continues it, above whatever is being written. */
export function RenewalWindow({ renewal }: { renewal: PasswordQuestion }) {
  const isOpen = useSyncExternalStore(renewal.subscribe, renewal.isOpen)
  return isOpen ? <Renewal onAnswer={renewal.answer} /> : null
}

function Renewal({ onAnswer }: { onAnswer: (isRenewed: boolean) => void }) {
  const { t } = useTexts()
  const session = useSession()
  const [asked, setAsked] = useState<SecondStepAsked>()
  const [reason, setReason] = useState<string>()

  function goOn(token: string) {
    session.start(token)
    onAnswer(true)
  }

  function goBack(why?: string) {
    setReason(why)
    setAsked(undefined)
  }

  return (
    <Dialog opened title={t('renewal.title')} size="26rem">
      {asked ? (
        <SecondStepForm asked={asked} onSignedIn={goOn} onOver={goBack}>
          <Button variant="default" fullWidth onClick={() => goBack()}>
            {t('login.second.back')}
          </Button>
          <Button variant="default" fullWidth onClick={() => onAnswer(false)}>
            {t('renewal.leave')}
          </Button>
        </SecondStepForm>
      ) : (
        <PasswordStep
          username={session.username ?? ''}
          reason={reason}
          onSignedIn={goOn}
          onSecondStep={setAsked}
          onLeave={() => onAnswer(false)}
        />
      )}
    </Dialog>
  )
}

interface PasswordStepProps {
  username: string
  /** Why the second step led back here. */
  reason: string | undefined
  onSignedIn: (token: string) => void
  onSecondStep: (asked: SecondStepAsked) => void
  onLeave: () => void
}

function PasswordStep({ username, reason, onSignedIn, onSecondStep, onLeave }: PasswordStepProps) {
  const { t, language } = useTexts()
  const eye = usePasswordEye()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState(reason)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    const result = await signIn({ username, password }, { fetch: globalThis.fetch, language })
    if (result.status === 'signed-in') return onSignedIn(result.token)
    setSending(false)
    if (result.status === 'second-step') return onSecondStep(result.asked)
    setRefusal(describeSignIn(result, t))
    field.current?.focus()
  }

  return (
    <StackedForm onSubmit={(event) => void submit(event)}>
      <p>{t('renewal.text', { username })}</p>
      <PasswordInput
        ref={field}
        label={t('login.password')}
        autoComplete="current-password"
        autoFocus
        data-autofocus
        maxLength={1000}
        value={password}
        error={refusal}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          setRefusal(undefined)
        }}
        {...eye}
      />
      <DialogActions
        confirm={t('renewal.confirm')}
        cancel={t('renewal.leave')}
        isBusy={isSending}
        onCancel={onLeave}
      />
    </StackedForm>
  )
}
