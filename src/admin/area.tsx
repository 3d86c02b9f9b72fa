import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { PasswordWindow } from '#features/accounts/admin/password-window.tsx'
import adminTexts from '../../locales/es/admin.json'
import { createApiClient } from './kit/api-client.ts'
import { ApiContext } from './kit/api-context.tsx'
import { createPasswordQuestion } from './kit/password-question.ts'
import { loginPath } from './kit/safe-return-path.ts'
import { type Session, tokenKey } from './kit/session.ts'
import { SessionContext } from './kit/session-context.tsx'
import { addBuiltInTexts } from './kit/texts.ts'
import { ToastProvider } from './kit/toast-context.tsx'
import { createToasts } from './kit/toasts.ts'
import { VersionContext } from './layout/version.ts'
import { createAdminRouter } from './router.tsx'

addBuiltInTexts(adminTexts)

interface AreaProps {
  version: string
  session: Session
  onSignedOut: () => void
}

function createArea(session: Session) {
  const question = createPasswordQuestion()
  const api = createApiClient({
    fetch: (input, init) => fetch(input, init),
    getToken: () => session.token,
    // The language in force, which every part of the page follows.
    getLanguage: () => document.documentElement.lang,
    onSessionEnded: leave,
    askForPassword: question.ask,
  })
  const router = createAdminRouter({ session, api })

  /** To the sign-in screen, which leads back to where one was. */
  function leave() {
    session.end()
    question.answer(false)
    const { pathname, search, hash } = router.state.location
    if (pathname !== '/login') void router.navigate(loginPath(pathname + search + hash), { replace: true })
  }
  return { api, router, leave, question, toasts: createToasts() }
}

/** The half of the admin behind the sign-in. */
export function Area({ version, session, onSignedOut }: AreaProps) {
  const [{ api, router, leave, question, toasts }] = useState(() => createArea(session))

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
          <ToastProvider toasts={toasts}>
            <RouterProvider router={router} />
            <PasswordWindow question={question} />
          </ToastProvider>
        </ApiContext>
      </SessionContext>
    </VersionContext>
  )
}
