import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/accounts/admin/login.module.css'
import { SignInPage } from '#features/accounts/admin/sign-in-page.tsx'
import { confirmEmail } from './confirm-email.ts'
import { confirmTokenOf } from './confirm-email-path.ts'

/** The page that a link to a new address leads to. Opening it changes nothing: mail programs open links too. */
export function ConfirmEmailScreen() {
  const { t, language } = useTexts()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [confirmed, setConfirmed] = useState<string>()
  if (confirmed !== undefined) return <Done email={confirmed} />

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    const result = await confirmEmail(confirmTokenOf(location.pathname), {
      fetch: globalThis.fetch,
      language,
    })
    setSending(false)
    if (result.status === 'done') setConfirmed(result.email)
    else if (result.status === 'unreachable') setRefusal(t('login.unreachable'))
    else setRefusal(result.message ?? t('confirmEmail.failed'))
  }

  return (
    <SignInPage title={t('confirmEmail.title')}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p>{t('confirmEmail.text')}</p>
        <div role="alert" className={styles.refusal}>
          {refusal}
        </div>
        <Button type="submit" size="lg" fullWidth loading={isSending}>
          {isSending ? t('confirmEmail.confirming') : t('confirmEmail.confirm')}
        </Button>
        <a className={styles.back} href="/admin/profile#address">
          {t('confirmEmail.toProfile')}
        </a>
      </form>
    </SignInPage>
  )
}

/** The result, focused, so that screen readers announce it. */
function Done({ email }: { email: string }) {
  const { t } = useTexts()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <SignInPage title={t('confirmEmail.doneTitle')}>
      <div className={styles.form}>
        <p ref={text} tabIndex={-1}>
          {t('confirmEmail.doneText', { email })}
        </p>
        <Button component="a" href="/admin/profile#address" size="lg" fullWidth>
          {t('confirmEmail.toProfile')}
        </Button>
      </div>
    </SignInPage>
  )
}
