import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { directionOf } from '#shared/languages.ts'
import { loginPath, safeReturnPath } from './kit/safe-return-path.ts'
import type { Session } from './kit/session.ts'
import { TextProvider, useTexts } from './kit/text-context.tsx'
import type { Translations } from './kit/translations.ts'
import { Waiting } from './layout/waiting.tsx'
import { colorSchemeManager, resolveVariables, theme } from './theme.ts'

// The two halves of the admin: whoever signs in waits for the first only, whoever is signed in for the second.
const LoginScreen = lazy(async () => ({
  default: (await import('#features/accounts/admin/login-screen.tsx')).LoginScreen,
}))
const loadArea = () => import('./area.tsx')
const Area = lazy(async () => ({ default: (await loadArea()).Area }))

interface AppProps {
  nonce: string
  version: string
  translations: Translations
  session: Session
}

/** What every screen stands on: look, texts and direction. */
export function App({ nonce, version, translations, session }: AppProps) {
  return (
    <DirectionProvider initialDirection={directionOf(translations.language)} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
        withGlobalClasses={false}
      >
        <TextProvider initial={translations}>
          <FollowDirection />
          <Suspense fallback={<Waiting />}>
            <Halves version={version} session={session} />
          </Suspense>
        </TextProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

function Halves({ version, session }: { version: string; session: Session }) {
  const [isSigningIn, setSigningIn] = useState(() => {
    const { pathname, search, hash } = location
    const isAtLogin = pathname === '/login'
    if (session.token === null) {
      if (!isAtLogin) history.replaceState(null, '', loginPath(pathname + search + hash))
      return true
    }
    // Someone who is signed in already has no business at the sign-in (seed A §2).
    if (isAtLogin) returnToAsked()
    return false
  })
  if (!isSigningIn) return <Area version={version} session={session} onSignedOut={() => setSigningIn(true)} />
  return (
    <LoginScreen
      onSubmit={() => void loadArea()}
      onSignedIn={(token) => {
        session.start(token)
        returnToAsked()
        setSigningIn(false)
      }}
    />
  )
}

/** Puts the path that was first asked for in the place of the sign-in's address. */
function returnToAsked() {
  const asked = new URLSearchParams(location.search).get('next')
  history.replaceState(null, '', safeReturnPath(asked, location.origin))
}

function FollowDirection() {
  const { language } = useTexts()
  const { setDirection } = useDirection()
  // biome-ignore lint/correctness/useExhaustiveDependencies: setDirection is made anew at each render of its provider
  useEffect(() => setDirection(directionOf(language)), [language])
  return null
}
