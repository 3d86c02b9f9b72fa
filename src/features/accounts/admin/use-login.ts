import { type FormEvent, useRef, useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SecondStepAsked } from '#features/accounts/admin/second-factor/second-step.ts'
import { useCountdown } from './countdown.ts'
import { type SignInResult, type StepResult, signIn } from './sign-in.ts'

/** Why a sign-in was refused: in general, and by field. */
interface Refusal {
  message?: string | undefined
  username?: string | undefined
  password?: string | undefined
}

export interface LoginEvents {
  /** Called when the form is sent, before the server has responded. */
  onSubmit: () => void
  onSignedIn: (token: string) => void
}

interface LoginOptions extends LoginEvents {
  /** Why the second step led back here. */
  reason: string | undefined
  /** Called when the password is right, and a second factor is asked for. */
  onSecondStep: (asked: SecondStepAsked, username: string) => void
}

/** The state of the sign-in form: its fields, why it was refused and how long it is locked. */
export function useLogin({ reason, onSubmit, onSignedIn, onSecondStep }: LoginOptions) {
  const { t, language } = useTexts()
  const [sending, setSending] = useState<'password' | 'passkey'>()
  const [refusal, setRefusal] = useState<Refusal>({ message: reason })
  const [lockedUntil, setLockedUntil] = useState<number>()
  const wait = useCountdown(lockedUntil)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending || wait > 0) return
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
    setSending('password')
    onSubmit()
    const result = await signIn(form, { fetch: globalThis.fetch, language })
    if (result.status === 'second-step') {
      onSecondStep(result.asked, form.username)
      return
    }
    settle(result)
    password.current?.focus()
    password.current?.select()
  }

  async function submitPasskey() {
    if (sending || wait > 0) return
    setRefusal({})
    setLockedUntil(undefined)
    setSending('passkey')
    onSubmit()
    // Whoever has no passkey needs none of it.
    const { signInWithPasskey } = await import('#features/accounts/admin/second-factor/passkey-sign-in.ts')
    settle(await signInWithPasskey({ fetch: globalThis.fetch, language, t }))
  }

  /** Shows how an attempt ended. */
  function settle(result: Exclude<SignInResult, { status: 'second-step' }> | StepResult) {
    if (result.status === 'signed-in') {
      onSignedIn(result.token)
      return
    }
    setSending(undefined)
    if (result.status === 'locked') setLockedUntil(Date.now() + result.seconds * 1000)
    else if (result.status === 'unreachable') setRefusal({ message: t('login.unreachable') })
    else
      setRefusal({ message: result.message ?? t('login.failed'), ...('fields' in result && result.fields) })
  }

  const forget = (field: 'username' | 'password') =>
    setRefusal((current) => ({ ...current, [field]: undefined, message: undefined }))

  return { username, password, sending, refusal, lockedUntil, wait, forget, submit, submitPasskey }
}
