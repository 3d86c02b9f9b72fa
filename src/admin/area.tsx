import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { createApiClient } from '#admin/kit/api/api-client.ts'
import { ApiContext } from '#admin/kit/api/api-context.tsx'
import { createConnection } from '#admin/kit/api/connection.ts'
import { ConnectionContext } from '#admin/kit/api/connection-context.tsx'
import { createPasswordQuestion } from '#admin/kit/api/password-question.ts'
import { loginPath } from '#admin/kit/api/safe-return-path.ts'
import { type Session, tokenKey } from '#admin/kit/api/session.ts'
import { SessionContext } from '#admin/kit/api/session-context.tsx'
import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import { ToastProvider } from '#admin/kit/toast-context.tsx'
import { createToasts } from '#admin/kit/toasts.ts'
import { VersionContext } from '#admin/layout/version.ts'
import { PasswordWindow } from '#features/accounts/admin/password-window.tsx'
import { RenewalWindow } from '#features/accounts/admin/renewal-window.tsx'
import adminTexts from '../../locales/es/admin.json'
import { createAdminRouter } from './router.ts'

addBuiltInTexts('admin', adminTexts)

interface AreaProps {
  version: string
  session: Session
  onSignedOut: () => void
}

function createArea(session: Session) {
  const question = createPasswordQuestion()
  const renewal = createPasswordQuestion()
  const connection = createConnection({
    window,
    hasNetwork: () => navigator.onLine,
    probe: async () => (await fetch('/healthz').catch(() => undefined))?.ok === true,
  })
  const api = createApiClient({
    fetch: (input, init) => fetch(input, init),
    getToken: () => session.token,
    // The current language, for the whole page.
    getLanguage: () => document.documentElement.lang,
    renewSession,
    askForPassword: question.ask,
    onContact: (isReached) => connection.note(isReached),
  })
  const router = createAdminRouter({ session, api })

  /** Asks for the password in the page, so that nothing typed is lost; only a page with a user has anything to lose. */
  async function renewSession(): Promise<boolean> {
    if (session.username !== undefined && (await renewal.ask())) return true
    leave()
    return false
  }

  /** Leads to the sign-in screen, and from there back to the present path. */
  function leave() {
    session.end()
    question.answer(false)
    renewal.answer(false)
    const { pathname, search, hash } = router.state.location
    if (pathname !== '/login')
      void router.navigate(loginPath(pathname + search + hash, { hasEnded: true }), { replace: true })
  }
  return { api, router, leave, question, renewal, connection, toasts: createToasts() }
}

/** The part of the admin behind the sign-in. */
export function Area({ version, session, onSignedOut }: AreaProps) {
  const [{ api, router, leave, question, renewal, connection, toasts }] = useState(() => createArea(session))

  useEffect(() => {
    const follow = ({ location }: typeof router.state) => {
      if (location.pathname === '/login') onSignedOut()
    }
    follow(router.state)
    return router.subscribe(follow)
  }, [router, onSignedOut])
  useEffect(() => {
    // Signing out in one tab signs out in all of them.
    const onStorage = (event: StorageEvent) => {
      if (event.key === tokenKey && event.newValue === null) leave()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [leave])

  return (
    <VersionContext value={version}>
      <SessionContext value={session}>
        <ApiContext value={api}>
          <ConnectionContext value={connection}>
            <ToastProvider toasts={toasts}>
              <RouterProvider router={router} />
              <PasswordWindow question={question} />
              <RenewalWindow renewal={renewal} />
            </ToastProvider>
          </ConnectionContext>
        </ApiContext>
      </SessionContext>
    </VersionContext>
  )
}
