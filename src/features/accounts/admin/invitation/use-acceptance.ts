import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { acceptInvitation, type OpenedInvitation, openInvitation } from './acceptance.ts'

/** What the link invites to: undefined while it is being asked for. */
export function useInvitation(token: string) {
  const { language } = useTexts()
  const [opened, setOpened] = useState<OpenedInvitation>()
  const [attempt, setAttempt] = useState(0)
  const isAnswered = opened?.status === 'open'

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    // What has been answered once stays; only the sentences of a failure depend on the language.
    if (isAnswered) return
    let isStale = false
    void openInvitation(token, { fetch: globalThis.fetch, language }).then((answer) => {
      if (!isStale) setOpened(answer)
    })
    return () => {
      isStale = true
    }
  }, [token, language, isAnswered, attempt])

  return {
    opened,
    expire: () => setOpened({ status: 'expired' }),
    retry() {
      setOpened(undefined)
      setAttempt((count) => count + 1)
    },
  }
}

interface Refusal {
  message?: string | undefined
  name?: string | undefined
  password?: string | undefined
}

export interface AcceptanceEvents {
  /** Called when the form is sent, before the server has responded. */
  onSubmit: () => void
  onAccepted: (token: string) => void
  onExpired: () => void
}

/** The state of the form with the name and the password. */
export function useAcceptance(token: string, { onSubmit, onAccepted, onExpired }: AcceptanceEvents) {
  const { t, language } = useTexts()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({})
  const name = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  function refuse(reason: Refusal) {
    setRefusal(reason)
    const first = reason.name ? name : password
    first.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const form = { token, name: name.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    if (!form.name) return refuse({ name: t('invitation.nameRequired') })
    if (!form.password) return refuse({ password: t('login.passwordRequired') })
    setSending(true)
    setRefusal({})
    onSubmit()
    const result = await acceptInvitation(form, { fetch: globalThis.fetch, language })
    if (result.status === 'accepted') return onAccepted(result.token)
    setSending(false)
    if (result.status === 'expired') return onExpired()
    if (result.status === 'unreachable') return refuse({ message: t('login.unreachable') })
    const hasFields = Object.keys(result.fields).length > 0
    refuse(hasFields ? result.fields : { message: result.message ?? t('invitation.failed') })
  }

  const forget = (field: 'name' | 'password') =>
    setRefusal((current) => ({ ...current, [field]: undefined, message: undefined }))

  return { name, password, isSending, refusal, forget, submit }
}
