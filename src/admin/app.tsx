import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { adminHome, loginPath, safeReturnPath } from '#admin/kit/api/safe-return-path.ts'
import type { Session } from '#admin/kit/api/session.ts'
import { TextProvider, useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Translations } from '#admin/kit/texts/translations.ts'
import { Waiting } from '#admin/layout/waiting.tsx'
import { invitationTokenOf } from '#features/accounts/admin/invitation/invitation-path.ts'
import { LoginScreen } from '#features/accounts/admin/login-screen.tsx'
import { isConfirmEmailPath } from '#features/accounts/admin/profile/confirm-email-path.ts'
import { isRecoveryPath } from '#features/accounts/admin/recovery-path.ts'
import { directionOf } from '#shared/languages.ts'
import { openScreens } from './open-screens.ts'
import { adoptMantineVariables, colorSchemeManager, theme } from './theme.ts'

adoptMantineVariables()

// The part of the admin behind the sign-in is its own chunk, so that the sign-in loads fast.
const loadArea = () => import('./area.tsx')
const Area = lazy(async () => ({ default: (await loadArea()).Area }))

const RecoveryScreen = lazy(async () => ({
  default: (await import('#features/accounts/admin/recovery-screen.tsx')).RecoveryScreen,
}))

const InvitationScreen = lazy(async () => ({
  default: (await import('#features/accounts/admin/invitation/invitation-screen.tsx')).InvitationScreen,
}))

const ConfirmEmailScreen = lazy(async () => ({
  default: (await import('#features/accounts/admin/profile/confirm-email-screen.tsx')).ConfirmEmailScreen,
}))

const OpenArea = lazy(async () => ({ default: (await import('./open-area.tsx')).OpenArea }))

interface AppProps {
  nonce: string
  version: string
  /** Whether a link to a new password can be sent. */
  canRecover: boolean
  translations: Translations
  session: Session
}

/** The providers of every screen: theme, texts and direction. */
export function App({ nonce, version, canRecover, translations, session }: AppProps) {
  return (
    <DirectionProvider initialDirection={directionOf(translations.language)} detectDirection={false}>
      <MantineProvider
        theme={theme}
        withCssVariables={false}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
        withGlobalClasses={false}
      >
        <TextProvider initial={translations}>
          <FollowDirection />
          <Suspense fallback={<Waiting />}>
            <Place version={version} canRecover={canRecover} session={session} />
          </Suspense>
        </TextProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

type PlaceProps = Pick<AppProps, 'version' | 'canRecover' | 'session'>

/** What the address leads to: an invitation, an address to confirm, a new password, another screen without sign-in, or the admin. */
function Place(props: PlaceProps) {
  const { canRecover, session } = props
  const [path, setPath] = useState(location.pathname)
  const invitation = invitationTokenOf(path)
  if (invitation !== undefined) {
    return (
      <InvitationScreen
        token={invitation}
        session={session}
        onSubmit={() => void loadArea()}
        onSignedIn={() => {
          history.replaceState(null, '', adminHome)
          setPath(adminHome)
        }}
      />
    )
  }
  if (isConfirmEmailPath(path)) return <ConfirmEmailScreen />
  if (openScreens.some((screen) => screen.path === path)) return <OpenArea />
  if (isRecoveryPath(path)) {
    // All sessions have ended, including that of this browser.
    return <RecoveryScreen canRecover={canRecover} onChosen={() => session.end()} />
  }
  return <Halves {...props} />
}

function Halves({ version, canRecover, session }: PlaceProps) {
  const [isSigningIn, setSigningIn] = useState(() => {
    const { pathname, search, hash } = location
    const isAtLogin = pathname === '/login'
    if (session.token === null) {
      if (!isAtLogin) history.replaceState(null, '', loginPath(pathname + search + hash))
      return true
    }
    // A signed-in user does not need the sign-in screen.
    if (isAtLogin) returnToAsked()
    return false
  })
  if (!isSigningIn) return <Area version={version} session={session} onSignedOut={() => setSigningIn(true)} />
  return (
    <LoginScreen
      canRecover={canRecover}
      onSubmit={() => void loadArea()}
      onSignedIn={(token) => {
        session.start(token)
        returnToAsked()
        setSigningIn(false)
      }}
    />
  )
}

/** Replaces the sign-in's address by the path that was requested first. */
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
