import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { BackIcon } from '#admin/kit/icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './login.module.css'
import { askForLink, choosePassword, type RecoveryOutcome } from './recovery.ts'
import { recoveryPath, tokenOf } from './recovery-path.ts'
import { SignInPage, usePasswordEye } from './sign-in-page.tsx'

/** Fewer characters are refused before they are sent; the server judges the others. */
const shortestPassword = 8

interface RecoveryScreenProps {
  /** Whether a link to a new password can be sent. */
  canRecover: boolean
  onChosen: () => void
}

/** Password recovery: the form for a link, and the form for the new password that the link leads to. */
export function RecoveryScreen({ canRecover, onChosen }: RecoveryScreenProps) {
  const token = tokenOf(location.pathname)
  if (token !== undefined) return <ChoosePassword token={token} onChosen={onChosen} />
  return canRecover ? <AskForLink /> : <NoLinks />
}

/** Where no mails are sent: who can give a new password, and how. */
function NoLinks() {
  const { t } = useTexts()
  return (
    <SignInPage title={t('recovery.askTitle')}>
      <div className={styles.form}>
        <p>{t('recovery.unavailableText')}</p>
        <p>{t('recovery.unavailableHelp')}</p>
        <code className={styles.command} dir="ltr">
          npm run admin -- <span>reset-password NAME</span>
        </code>
        <p>{t('recovery.unavailableRelease')}</p>
        <code className={styles.command} dir="ltr">
          ./firmeza admin <span>reset-password NAME</span>
        </code>
        <BackToSignIn />
      </div>
    </SignInPage>
  )
}

function AskForLink() {
  const { t, language } = useTexts()
  const username = useRef<HTMLInputElement>(null)
  const step = useStep(() => username.current?.focus())

  if (step.isDone) return <Done title={t('recovery.sentTitle')}>{t('recovery.sentText')}</Done>

  function submit(event: FormEvent) {
    event.preventDefault()
    const name = username.current?.value.trim() ?? ''
    if (name === '') step.refuse(t('recovery.usernameRequired'))
    else void step.take(() => askForLink(name, { fetch: globalThis.fetch, language }))
  }

  return (
    <SignInPage title={t('recovery.askTitle')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>{t('recovery.askText')}</p>
        <TextInput
          ref={username}
          size="md"
          name="username"
          label={t('recovery.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={254}
          error={step.refusal}
          errorProps={{ role: 'alert' }}
          onChange={step.forgive}
        />
        <Button type="submit" size="lg" fullWidth loading={step.isTaking}>
          {step.isTaking ? t('recovery.asking') : t('recovery.ask')}
        </Button>
        <BackToSignIn />
      </form>
    </SignInPage>
  )
}

function ChoosePassword({ token, onChosen }: { token: string; onChosen: () => void }) {
  const { t, language } = useTexts()
  const eye = usePasswordEye()
  const password = useRef<HTMLInputElement>(null)
  const step = useStep(() => password.current?.focus())

  if (step.isDone) return <Done title={t('recovery.doneTitle')}>{t('recovery.doneText')}</Done>

  async function submit(event: FormEvent) {
    event.preventDefault()
    const chosen = password.current?.value ?? ''
    if (chosen.length < shortestPassword) return step.refuse(t('recovery.tooShort'))
    const isDone = await step.take(() =>
      choosePassword({ token, password: chosen }, { fetch: globalThis.fetch, language }),
    )
    if (isDone) onChosen()
  }

  return (
    <SignInPage title={t('recovery.chooseTitle')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>{t('recovery.chooseText')}</p>
        <PasswordInput
          ref={password}
          size="md"
          name="password"
          label={t('recovery.password')}
          description={t('recovery.passwordHint')}
          autoComplete="new-password"
          autoFocus
          maxLength={1000}
          error={step.refusal}
          errorProps={{ role: 'alert' }}
          onChange={step.forgive}
          {...eye}
        />
        <Button type="submit" size="lg" fullWidth loading={step.isTaking}>
          {step.isTaking ? t('recovery.saving') : t('recovery.save')}
        </Button>
        {step.isExpired ? <a href={recoveryPath}>{t('recovery.askAgain')}</a> : <BackToSignIn />}
      </form>
    </SignInPage>
  )
}

/** The result of a step, focused, so that screen readers announce it. */
function Done({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTexts()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <SignInPage title={title}>
      <div className={styles.form}>
        <p ref={text} tabIndex={-1}>
          {children}
        </p>
        <Button component="a" href="/login" size="lg" fullWidth>
          {t('recovery.signIn')}
        </Button>
      </div>
    </SignInPage>
  )
}

function BackToSignIn() {
  const { t } = useTexts()
  return (
    <a className={styles.back} href="/login">
      <BackIcon />
      {t('recovery.back')}
    </a>
  )
}

/** The state of one step: running, refused with a message, or done. `focus` returns to the field after a refusal. */
function useStep(focus: () => void) {
  const { t } = useTexts()
  const [isTaking, setTaking] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [outcome, setOutcome] = useState<RecoveryOutcome['status']>()

  function refuse(message: string) {
    setRefusal(message)
    focus()
  }

  return {
    isTaking,
    refusal,
    isDone: outcome === 'done',
    isExpired: outcome === 'expired',
    refuse,
    forgive: () => setRefusal(undefined),
    /** Runs the step, one at a time; returns whether it succeeded. */
    async take(send: () => Promise<RecoveryOutcome>): Promise<boolean> {
      if (isTaking) return false
      setTaking(true)
      const result = await send()
      setTaking(false)
      setOutcome(result.status)
      if (result.status === 'unreachable') refuse(t('login.unreachable'))
      else if (result.status !== 'done') refuse(result.message ?? t('recovery.failed'))
      return result.status === 'done'
    },
  }
}
