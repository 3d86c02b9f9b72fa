import { Button, PasswordInput, TextInput } from '@mantine/core'
import { saysSessionEnded } from '#admin/kit/api/safe-return-path.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './login.module.css'
import { recoveryPath } from './recovery-path.ts'
import { SignInPage, usePasswordEye } from './sign-in-page.tsx'
import { type LoginEvents, useLogin } from './use-login.ts'

interface LoginScreenProps extends LoginEvents {
  /** Whether a link to a new password can be sent. */
  canRecover: boolean
}

/** The sign-in screen. */
export function LoginScreen(props: LoginScreenProps) {
  const { t } = useTexts()
  return (
    <SignInPage title={t('login.title')}>
      <LoginForm {...props} />
    </SignInPage>
  )
}

function LoginForm({ canRecover, onSubmit, onSignedIn }: LoginScreenProps) {
  const { t } = useTexts()
  const eye = usePasswordEye()
  const { username, password, isSending, refusal, lockedUntil, wait, forget, submit } = useLogin({
    onSubmit,
    onSignedIn,
  })

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
        autoFocus
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
        required
        withAsterisk={false}
        error={refusal.password}
        onChange={() => forget('password')}
        {...eye}
      />
      <LoginRefusal message={refusal.message} lockedUntil={lockedUntil} wait={wait} />
      <Button type="submit" size="lg" fullWidth loading={isSending} disabled={wait > 0}>
        {isSending ? t('login.submitting') : t('login.submit')}
      </Button>
      <ForgottenPassword canRecover={canRecover} />
    </form>
  )
}

interface LoginRefusalProps {
  message: string | undefined
  lockedUntil: number | undefined
  /** The seconds until another attempt is accepted. */
  wait: number
}

function LoginRefusal({ message, lockedUntil, wait }: LoginRefusalProps) {
  const { t } = useTexts()
  return (
    <>
      <div role="alert" className={styles.refusal}>
        {message}
        {wait > 0 && t('login.locked')}
      </div>
      {wait > 0 && (
        // Screen readers do not announce each tick; the alert above says it once.
        <p role="timer" className={styles.wait}>
          {t('login.wait', { count: wait })}
        </p>
      )}
      {lockedUntil !== undefined && wait === 0 && (
        <output className={styles.wait}>{t('login.waitOver')}</output>
      )}
    </>
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
