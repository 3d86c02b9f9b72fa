import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import type { PasswordQuestion } from '#admin/kit/api/password-question.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { confirmWithPasskey } from '#features/accounts/admin/second-factor/confirm-with-passkey.ts'
import { knowsPasskeys } from '#features/accounts/admin/second-factor/passkey.ts'
import { SecondFactor } from '#features/accounts/second-factor/contract.ts'
import { usePasswordEye } from './sign-in-page.tsx'

/** Asks for the password whenever a call was refused without a recent one, above any open dialog. */
export function PasswordWindow({ question }: { question: PasswordQuestion }) {
  const isOpen = useSyncExternalStore(question.subscribe, question.isOpen)
  useFocusReturn(isOpen)
  // Mounted each time, so that it is above dialogs that were opened before it.
  return isOpen ? <Question onAnswer={question.answer} /> : null
}

function Question({ onAnswer }: { onAnswer: (isGiven: boolean) => void }) {
  const { t } = useTexts()
  const api = useApi()
  const eye = usePasswordEye()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const hasPasskey = useHasPasskey()

  async function confirm(send: () => Promise<string | undefined>) {
    if (isSending) return
    setSending(true)
    setRefusal(undefined)
    const reason = await send().catch((error) => describeFieldError(error, t))
    if (reason === undefined) {
      onAnswer(true)
      return
    }
    setSending(false)
    setRefusal(reason)
    field.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void confirm(async () => {
      await api.command('POST', '/api/auth/confirm-password', { body: { password } })
      return undefined
    })
  }

  return (
    <Dialog opened onClose={() => onAnswer(false)} title={t('passwordQuestion.title')} size="26rem">
      <StackedForm onSubmit={submit}>
        <p>{t('passwordQuestion.text')}</p>
        <PasswordInput
          ref={field}
          label={t('login.password')}
          autoComplete="current-password"
          data-autofocus
          maxLength={1000}
          value={password}
          error={refusal}
          errorProps={{ role: 'alert' }}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setRefusal(undefined)
          }}
          {...eye}
        />
        {hasPasskey && (
          <Button
            variant="default"
            disabled={isSending}
            onClick={() => void confirm(() => confirmWithPasskey(api, t))}
          >
            {t('login.passkeys.confirm')}
          </Button>
        )}
        <DialogActions
          confirm={t('passwordQuestion.confirm')}
          cancel={t('passwordQuestion.cancel')}
          isBusy={isSending}
          onCancel={() => onAnswer(false)}
        />
      </StackedForm>
    </Dialog>
  )
}

/** Whether the user has a passkey that this browser can use; false until that is known. */
function useHasPasskey(): boolean {
  const api = useApi()
  const [hasPasskey, setHasPasskey] = useState(false)
  useEffect(() => {
    if (!knowsPasskeys()) return
    const loading = new AbortController()
    api.get('/api/auth/second-factor', SecondFactor, loading.signal).then(
      ({ passkeys }) => setHasPasskey(passkeys.length > 0),
      // Then the password is asked for alone.
      () => {},
    )
    return () => loading.abort()
  }, [api])
  return hasPasskey
}

/** Returns the focus to its earlier element: a button that waits for its call is disabled and has lost it by then. */
function useFocusReturn(isOpen: boolean): void {
  const last = useRef<Element>(undefined)
  useEffect(() => {
    if (isOpen) return
    const restore = () => {
      const { current } = last
      if (document.activeElement === document.body && current instanceof HTMLElement) current.focus()
    }
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) last.current = target
    }
    // By then the call has ended, and its button is enabled again.
    const timer = setTimeout(restore, 50)
    document.addEventListener('focusin', remember)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', remember)
    }
  }, [isOpen])
}
