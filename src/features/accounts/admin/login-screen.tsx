import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useCountdown } from './countdown.ts'
import styles from './login.module.css'
import { recoveryPath } from './recovery-path.ts'
import { signIn } from './sign-in.ts'
import { SignInPage, usePasswordEye } from './sign-in-page.tsx'

interface Refusal {
  message?: string | undefined
  username?: string | undefined
  password?: string | undefined
}

interface LoginScreenProps {
  /** Whether a link to a new password can be sent. */
  canRecover: boolean
  /** Told that someone is signing in, while the server makes up its mind. */
  onSubmit: () => void
  onSignedIn: (token: string) => void
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
  const { t, language } = useTexts()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({})
  const [lockedUntil, setLockedUntil] = useState<number>()
  const wait = useCountdown(lockedUntil)
  const eye = usePasswordEye()
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending || wait > 0) return
    const form = { username: username.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    const missing: Refusal = {
      username: form.username ? undefined : t('login.usernameRequired'),
      password: form.password ? undefined : t('login.passwordRequired'),
    }
    setRefusal(missing)
    setLockedUntil(undefined)
    if (missing.username || missing.password) {
      const first = missing.username ? username : password
      first.current?.focus()
      return
    }
    setSending(true)
    onSubmit()
    const result = await signIn(form, { fetch: globalThis.fetch, language })
    if (result.status === 'signed-in') {
      onSignedIn(result.token)
      return
    }
    setSending(false)
    if (result.status === 'locked') setLockedUntil(Date.now() + result.seconds * 1000)
    else if (result.status === 'unreachable') setRefusal({ message: t('login.unreachable') })
    else setRefusal({ message: result.message ?? t('login.failed'), ...result.fields })
    password.current?.focus()
    password.current?.select()
  }

  const forget = (field: 'username' | 'password') =>
    setRefusal((current) => ({ ...current, [field]: undefined, message: undefined }))

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
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
      <div role="alert" className={styles.refusal}>
        {refusal.message}
        {wait > 0 && t('login.locked')}
      </div>
      {wait > 0 && (
        // A timer is not read out at every tick; the alert above says it once.
        <p role="timer" className={styles.wait}>
          {t('login.wait', { count: wait })}
        </p>
      )}
      {lockedUntil !== undefined && wait === 0 && (
        <output className={styles.wait}>{t('login.waitOver')}</output>
      )}
      <Button type="submit" size="lg" fullWidth loading={isSending} disabled={wait > 0}>
        {isSending ? t('login.submitting') : t('login.submit')}
      </Button>
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
    </form>
  )
}
