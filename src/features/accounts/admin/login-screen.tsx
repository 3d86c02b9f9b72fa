import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { BackIcon, EyeClosedIcon, EyeIcon } from '#admin/kit/icons.tsx'
import { LanguageSelect } from '#admin/kit/language-select.tsx'
import { useTexts } from '#admin/kit/text-context.tsx'
import { EngravingDefinitions, Seal } from '#ui/engraving.tsx'
import { useCountdown } from './countdown.ts'
import styles from './login.module.css'
import { signIn } from './sign-in.ts'

interface Refusal {
  message?: string | undefined
  username?: string | undefined
  password?: string | undefined
}

interface LoginScreenProps {
  /** Told that someone is signing in, while the server makes up its mind. */
  onSubmit: () => void
  onSignedIn: (token: string) => void
}

/** The sign-in screen. */
export function LoginScreen(props: LoginScreenProps) {
  const { t } = useTexts()

  useEffect(() => {
    document.title = t('documentTitle', { screen: t('login.title'), brand: t('brand') })
  }, [t])

  return (
    <div className={styles.page}>
      <div className={styles.definitions}>
        <EngravingDefinitions name={t('brand')} />
      </div>
      <aside className={styles.cover}>
        <p className={styles.brand}>{t('brand')}</p>
        <p className={styles.motto}>{t('login.motto')}</p>
        <Seal className={styles.seal ?? ''} />
      </aside>
      <main className={styles.main}>
        <div className={styles.sheet}>
          <p className={styles.area}>{t('area')}</p>
          <h1>{t('login.title')}</h1>
          <LoginForm {...props} />
        </div>
        <footer className={styles.foot}>
          <a className={styles.back} href="/">
            <BackIcon />
            {t('login.backToSite')}
          </a>
          <LanguageSelect size="sm" />
        </footer>
      </main>
    </div>
  )
}

function LoginForm({ onSubmit, onSignedIn }: LoginScreenProps) {
  const { t, language } = useTexts()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({})
  const [lockedUntil, setLockedUntil] = useState<number>()
  const wait = useCountdown(lockedUntil)
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
        visibilityToggleIcon={PasswordIcon}
        visibilityToggleButtonProps={{
          'aria-label': t('login.showPassword'),
          'aria-hidden': false,
          tabIndex: 0,
        }}
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
        <button type="button" disabled aria-describedby="forgot-hint">
          {t('login.forgot')}
        </button>
        <p id="forgot-hint">{t('login.forgotHint')}</p>
      </div>
    </form>
  )
}

function PasswordIcon({ reveal }: { reveal: boolean }) {
  return reveal ? <EyeClosedIcon /> : <EyeIcon />
}
