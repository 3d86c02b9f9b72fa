import { Button, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { LoginRefusal } from '#features/accounts/admin/login-refusal.tsx'
import styles from './second-factor.module.css'
import { type SecondStepEvents, type SecondStepState, useSecondStep } from './use-second-step.ts'

interface SecondStepFormProps extends SecondStepEvents {
  /** As large as the form for name and password. */
  isLarge?: boolean
  /** The way back. */
  children: ReactNode
}

/** The second step of a sign-in: a code of an app, a passkey or a recovery code. */
export function SecondStepForm({ isLarge = false, children, ...events }: SecondStepFormProps) {
  const { t } = useTexts()
  const step = useSecondStep(events)
  const { method, isSending, refusal, lockedUntil, wait } = step

  function submit(event: FormEvent) {
    event.preventDefault()
    step.submit()
  }

  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      {method === undefined && <p>{t('login.second.unsupported')}</p>}
      {method === 'passkey' ? (
        <p>{t(isSending ? 'login.passkeys.waiting' : 'login.second.passkeyText')}</p>
      ) : (
        method && <CodeField key={method} step={step} isLarge={isLarge} />
      )}
      <LoginRefusal message={refusal} lockedUntil={lockedUntil} wait={wait} />
      {method && (
        <Button
          type="submit"
          size={isLarge ? 'lg' : 'md'}
          fullWidth
          loading={isSending}
          disabled={wait > 0}
          data-autofocus={method === 'passkey' || undefined}
        >
          {t(submitText(method, isSending))}
        </Button>
      )}
      <div className={styles.others}>
        {step.methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              variant="default"
              fullWidth
              disabled={isSending || wait > 0}
              onClick={() => step.choose(other)}
            >
              {t(`login.second.use.${other}`)}
            </Button>
          ))}
        {children}
      </div>
    </form>
  )
}

function submitText(method: SecondStepState['method'], isSending: boolean) {
  if (method === 'passkey') return 'login.second.use.passkey'
  return isSending ? 'login.second.confirming' : 'login.second.confirm'
}

function CodeField({ step, isLarge }: { step: SecondStepState; isLarge: boolean }) {
  const { t } = useTexts()
  const isTotp = step.method === 'totp'
  return (
    <TextInput
      ref={step.field}
      size={isLarge ? 'md' : 'sm'}
      name="code"
      label={t(isTotp ? 'login.second.code' : 'login.second.recoveryCode')}
      description={t(isTotp ? 'login.second.codeHint' : 'login.second.recoveryHint')}
      inputMode={isTotp ? 'numeric' : 'text'}
      autoComplete={isTotp ? 'one-time-code' : 'off'}
      autoCapitalize={isTotp ? 'none' : 'characters'}
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      autoFocus
      data-autofocus
      maxLength={isTotp ? 10 : 40}
      value={step.code}
      onChange={(event) => step.type(event.currentTarget.value)}
    />
  )
}
