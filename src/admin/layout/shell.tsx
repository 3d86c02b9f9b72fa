import { useSiteName } from '#admin/kit/site-name.ts'
import './shell-styles.ts'
import { Button, Drawer } from '@mantine/core'
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useContext, useEffect, useRef, useState } from 'react'
import { Link, Outlet, useLocation, useNavigation } from 'react-router'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { UserContext, useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { createQueryClient } from '#admin/kit/api/query-client.ts'
import { adminHome } from '#admin/kit/api/safe-return-path.ts'
import { useSession } from '#admin/kit/api/session-context.tsx'
import { useRefetchOnReconnection } from '#admin/kit/api/use-refetch-on-reconnection.ts'
import { CloseIcon, MenuIcon, OutwardIcon } from '#admin/kit/icons.tsx'
import { LiveProvider } from '#admin/kit/live/live-context.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useInertPage } from '#admin/kit/use-inert-page.ts'
import { Bell } from '#features/notifications/admin/bell.tsx'
import { SignedInUser } from '#shared/user.ts'
import { EngravingDefinitions, Seal } from '#ui/engraving.tsx'
import { FirstScreenNotices } from './first-screen-notices.tsx'
import styles from './layout.module.css'
import { Navigation } from './navigation.tsx'
import { SearchBox } from './search-box.tsx'
import { StatusStrip } from './status-strip.tsx'
import { useOwnLook } from './use-own-look.ts'
import { UserPanel } from './user-panel.tsx'
import { VersionContext } from './version.ts'
import { WaitingFor } from './waiting.tsx'

/** Everything behind the sign-in: loads the user, then shows the frame around the screens. */
export function Shell() {
  // Created with the shell, so that the next user sees no cached data of the last one.
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Guard />
    </QueryClientProvider>
  )
}

function Guard() {
  const { t } = useTexts()
  const api = useApi()
  const session = useSession()
  useRefetchOnReconnection()
  const user = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => api.get('/api/auth/me', SignedInUser, signal),
    staleTime: 60_000,
  })
  const queries = useQueryClient()
  // Their role or languages may have changed: menu and screens follow.
  useEffect(() => api.onForbidden(() => void queries.invalidateQueries({ queryKey: ['me'] })), [api, queries])
  const username = user.data?.username
  useEffect(() => {
    session.username = username
  }, [session, username])
  const isDressed = useOwnLook(user.data)
  const [isOpen, setOpen] = useState(false)
  // The frame waits for its warnings. In a transition, without a fallback: React would replace one after 300 ms at the earliest.
  useEffect(() => {
    if (isDressed) startTransition(() => setOpen(true))
  }, [isDressed])
  if (user.data && isOpen) {
    return (
      <UserContext value={user.data}>
        <LiveProvider>
          <Frame />
        </LiveProvider>
      </UserContext>
    )
  }
  // After a refused token, main.tsx navigates to the sign-in screen, which takes a moment.
  const isLeaving = user.error instanceof ApiError && user.error.status === 401
  if (user.error && !isLeaving) {
    return (
      <main className={styles.waiting}>
        <p role="alert">{describeError(user.error, t)}</p>
        <Button onClick={() => void user.refetch()}>{t('retry')}</Button>
      </main>
    )
  }
  return <WaitingFor what={t('shell.checking')} />
}

function Frame() {
  const { t } = useTexts()
  const siteName = useSiteName()
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  useInertPage(isDrawerOpen)

  // The focus returns to the button, except on navigation, when the heading of the new screen takes it.
  const burger = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  useEffect(() => {
    if (isDrawerOpen || !returnsFocus.current) return
    returnsFocus.current = false
    burger.current?.focus()
  }, [isDrawerOpen])
  function closeDrawer(goingTo = pathname) {
    returnsFocus.current = goingTo === pathname
    setDrawerOpen(false)
  }

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      <div className={styles.definitions}>
        <EngravingDefinitions name={siteName} />
      </div>
      <div className={styles.top}>
        <header className={styles.header}>
          <button
            ref={burger}
            type="button"
            className={styles.burger}
            aria-label={t('shell.openNavigation')}
            aria-expanded={isDrawerOpen}
            onClick={() => setDrawerOpen(true)}
          >
            <MenuIcon />
          </button>
          <Link className={styles.brand} to={adminHome}>
            <Seal plain />
            <span dir="auto">{siteName}</span>
          </Link>
          <SearchBox />
          <Bell />
          <UserPanel />
        </header>
        <StatusStrip />
      </div>
      <div className={styles.side}>
        <Navigation />
      </div>
      <Drawer.Root opened={isDrawerOpen} onClose={() => closeDrawer()} returnFocus={false} size="18rem">
        <Drawer.Overlay />
        <Drawer.Content>
          <div className="dialog-head">
            <Drawer.Title>{siteName}</Drawer.Title>
            <Drawer.CloseButton aria-label={t('shell.closeNavigation')} icon={<CloseIcon />} />
          </div>
          <Drawer.Body>
            <Navigation onChoose={closeDrawer} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <main
        id="content"
        tabIndex={-1}
        className={styles.content}
        aria-busy={navigation.state !== 'idle'}
        data-moving={navigation.state !== 'idle' || undefined}
      >
        <FirstScreenNotices />
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}

function Footer() {
  const { t } = useTexts()
  const version = useContext(VersionContext)
  return (
    <footer className={styles.footer}>
      <span>{t('shell.version', { version })}</span>
      <a
        href="/"
        target="_blank"
        rel="noreferrer"
        aria-label={t('opensInNewTab', { label: t('shell.viewSite') })}
      >
        {t('shell.viewSite')}
        <OutwardIcon />
      </a>
    </footer>
  )
}
