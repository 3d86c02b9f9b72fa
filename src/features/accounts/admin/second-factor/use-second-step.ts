import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useCountdown } from '#features/accounts/admin/countdown.ts'
import { type StepResult, sendStep } from '#features/accounts/admin/sign-in.ts'
import type { SecondFactorMethod } from '#features/accounts/second-factor/contract.ts'
import { describePasskeyFailure } from './describe-passkey-failure.ts'
import { knowsPasskeys, signWithPasskey } from './passkey.ts'
import { isCompleteCode, type SecondStepAsked } from './second-step.ts'

export interface SecondStepEvents {
  asked: SecondStepAsked
  onSignedIn: (token: string) => void
  /** Called when the sign-in has to begin again, with the reason. */
  onOver: (reason: string) => void
}

/** The state of the second step of a sign-in: which factor is used, the typed code, why it was refused. */
export function useSecondStep({ asked, onSignedIn, onOver }: SecondStepEvents) {
  const { t, language } = useTexts()
  const methods = asked.methods.filter((method) => method !== 'passkey' || knowsPasskeys())
  const [method, setMethod] = useState<SecondFactorMethod | undefined>(methods[0])
  const [code, setCode] = useState('')
  const attempt = useAttempt({ onSignedIn, onOver })
  const { field, finish, refuse, forgive } = attempt
  // What is typed is sent by itself once, so that a wrong code can be corrected in peace.
  const hasSentItself = useRef(false)

  const send = (answer: Record<string, unknown>) =>
    sendStep(
      '/api/auth/login/second-factor',
      { challenge: asked.challenge, ...answer },
      { fetch: globalThis.fetch, language },
    )

  function sendCode(typed: string) {
    if (typed.trim() === '') {
      refuse(t(method === 'totp' ? 'login.second.codeRequired' : 'login.second.recoveryRequired'))
      return
    }
    void finish(() => send({ method, code: typed }))
  }

  function askPasskey() {
    const { passkey } = asked
    if (!passkey) return
    setMethod('passkey')
    void finish(async () => {
      const outcome = await signWithPasskey(passkey)
      if (outcome.status !== 'answered') return describePasskeyFailure(outcome.status, t)
      return send({ method: 'passkey', response: outcome.answer })
    })
  }

  // Without a code to type, the browser asks for the passkey at once.
  const isFirst = useRef(method === 'passkey')
  useEffect(() => {
    if (!isFirst.current) return
    isFirst.current = false
    askPasskey()
  })

  return {
    ...{ method, methods, code, field },
    ...{ isSending: attempt.isSending, refusal: attempt.refusal },
    ...{ lockedUntil: attempt.lockedUntil, wait: attempt.wait },
    type(typed: string) {
      setCode(typed)
      forgive()
      if (method !== 'totp' || hasSentItself.current || !isCompleteCode(typed)) return
      hasSentItself.current = true
      sendCode(typed)
    },
    submit: () => (method === 'passkey' ? askPasskey() : sendCode(code)),
    /** Uses another factor. */
    choose(other: SecondFactorMethod) {
      setCode('')
      forgive()
      if (other === 'passkey') askPasskey()
      else setMethod(other)
    },
  }
}
export type SecondStepState = ReturnType<typeof useSecondStep>

/** One attempt at a time, and why the last one was refused. */
function useAttempt({ onSignedIn, onOver }: Pick<SecondStepEvents, 'onSignedIn' | 'onOver'>) {
  const { t } = useTexts()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [lockedUntil, setLockedUntil] = useState<number>()
  const wait = useCountdown(lockedUntil)
  const field = useRef<HTMLInputElement>(null)
  const isRunning = useRef(false)

  function refuse(reason: string) {
    setRefusal(reason)
    field.current?.focus()
    field.current?.select()
  }

  /** Makes an attempt, which gives the server's answer or why nothing was sent. */
  async function finish(send: () => Promise<StepResult | string>) {
    if (isRunning.current || wait > 0) return
    isRunning.current = true
    setSending(true)
    setRefusal(undefined)
    setLockedUntil(undefined)
    const result = await send()
    isRunning.current = false
    if (typeof result !== 'string' && result.status === 'signed-in') {
      onSignedIn(result.token)
      return
    }
    setSending(false)
    if (typeof result === 'string') refuse(result)
    else if (result.status === 'locked') setLockedUntil(Date.now() + result.seconds * 1000)
    else if (result.status === 'unreachable') refuse(t('login.unreachable'))
    else if (result.isOver) onOver(result.message ?? t('login.failed'))
    else refuse(result.message ?? t('login.failed'))
  }

  return {
    ...{ isSending, refusal, lockedUntil, wait, field, finish, refuse },
    forgive: () => setRefusal(undefined),
  }
}
