import { type FormEvent, useRef, useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useCountdown } from './countdown.ts'
import { signIn } from './sign-in.ts'

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

/** The state of the sign-in form: its fields, why it was refused and how long it is locked. */
export function useLogin({ onSubmit, onSignedIn }: LoginEvents) {
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

  return { username, password, isSending, refusal, lockedUntil, wait, forget, submit }
}
