import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { saysSessionEnded } from '#admin/kit/api/safe-return-path.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { knowsPasskeys } from '#features/accounts/admin/second-factor/passkey.ts'
import type { SecondStepAsked } from '#features/accounts/admin/second-factor/second-step.ts'
import { SecondStepForm } from '#features/accounts/admin/second-factor/second-step-form.tsx'
import styles from './login.module.css'
import { LoginRefusal } from './login-refusal.tsx'
import { recoveryPath } from './recovery-path.ts'
import { SignInPage, usePasswordEye } from './sign-in-page.tsx'
import { type LoginEvents, useLogin } from './use-login.ts'

interface LoginScreenProps extends LoginEvents {
  /** Whether a link to a new password can be sent. */
  canRecover: boolean
}

/** What the form for name and password begins with, after a second step. */
interface Beginning {
  username: string
  /** Why the second step led back. */
  reason: string | undefined
}

/** The sign-in screen: name and password, then the second factor of those who have one. */
export function LoginScreen({ canRecover, ...events }: LoginScreenProps) {
  const { t } = useTexts()
  const [asked, setAsked] = useState<SecondStepAsked>()
  const [beginning, setBeginning] = useState<Beginning>({ username: '', reason: undefined })

  function goBack(reason?: string) {
    setBeginning(({ username }) => ({ username, reason }))
    setAsked(undefined)
  }

  return (
    <SignInPage title={t(asked ? 'login.second.title' : 'login.title')}>
      {asked ? (
        <div className={styles.form}>
          <SecondStepForm asked={asked} isLarge onSignedIn={events.onSignedIn} onOver={goBack}>
            <Button variant="subtle" onClick={() => goBack()}>
              {t('login.second.back')}
            </Button>
          </SecondStepForm>
        </div>
      ) : (
        <LoginForm
          {...{ canRecover, beginning, ...events }}
          onSecondStep={(next, username) => {
            setBeginning({ username, reason: undefined })
            setAsked(next)
          }}
        />
      )}
    </SignInPage>
  )
}

interface LoginFormProps extends LoginScreenProps {
  beginning: Beginning
  onSecondStep: (asked: SecondStepAsked, username: string) => void
}

function LoginForm({ canRecover, beginning, ...events }: LoginFormProps) {
  const { t } = useTexts()
  const eye = usePasswordEye()
  const { username, password, sending, refusal, lockedUntil, wait, forget, submit, submitPasskey } = useLogin(
    {
      ...events,
      reason: beginning.reason,
    },
  )

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {saysSessionEnded(location.search) && (
        <p role="status" className={styles.wait}>
          {t('login.ended')}
        </p>
      )}
      <TextInput
        ref={username}
        size="md"
        name="username"
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={beginning.username}
        autoFocus={beginning.username === ''}
        required
        withAsterisk={false}
        error={refusal.username}
        onChange={() => forget('username')}
      />
      <PasswordInput
        ref={password}
        size="md"
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        autoFocus={beginning.username !== ''}
        required
        withAsterisk={false}
        error={refusal.password}
        onChange={() => forget('password')}
        {...eye}
      />
      <LoginRefusal message={refusal.message} lockedUntil={lockedUntil} wait={wait} />
      <Button
        type="submit"
        size="lg"
        fullWidth
        loading={sending === 'password'}
        disabled={wait > 0 || sending === 'passkey'}
      >
        {sending === 'password' ? t('login.submitting') : t('login.submit')}
      </Button>
      {knowsPasskeys() && (
        <Button
          variant="default"
          size="md"
          fullWidth
          loading={sending === 'passkey'}
          disabled={wait > 0 || sending === 'password'}
          onClick={() => void submitPasskey()}
        >
          {t('login.passkeys.signIn')}
        </Button>
      )}
      <ForgottenPassword canRecover={canRecover} />
    </form>
  )
}

function ForgottenPassword({ canRecover }: { canRecover: boolean }) {
  const { t } = useTexts()
  return (
    <div className={styles.forgot}>
      {canRecover ? (
        <a href={recoveryPath}>{t('login.forgot')}</a>
      ) : (
        <>
          <button type="button" disabled aria-describedby="forgot-hint">
            {t('login.forgot')}
          </button>
          <p id="forgot-hint">{t('login.forgotHint')}</p>
        </>
      )}
    </div>
  )
}
