import { createBrowserRouter, type DataRouter, type RouteObject, redirect } from 'react-router'
import type { ApiClient } from '#admin/kit/api/api-client.ts'
import { loginPath } from '#admin/kit/api/safe-return-path.ts'
import type { Session } from '#admin/kit/api/session.ts'
import { CrashScreen } from '#admin/layout/crash-screen.tsx'
import { ScreenNotLoaded } from '#admin/layout/screen-not-loaded.ts'
import { Waiting } from '#admin/layout/waiting.tsx'
import { screens } from './screens.ts'

function refuse(reason: unknown): never {
  throw new ScreenNotLoaded(reason)
}

const screenRoutes = screens.map(
  ({ path, load }): RouteObject => ({
    ...(path === '' ? { index: true } : { path }),
    lazy: async () => ({ Component: await load().catch(refuse) }),
  }),
)

/** The admin's addresses. Every screen is its own chunk, loaded when it is first opened. */
export function createAdminRouter({ session, api }: { session: Session; api: ApiClient }): DataRouter {
  return createBrowserRouter([
    {
      ErrorBoundary: CrashScreen,
      HydrateFallback: Waiting,
      children: [
        {
          // The sign-in screen is in the other chunk (area.tsx).
          path: '/login',
          Component: Waiting,
        },
        {
          // A navigation like any other, so that a screen with unsaved changes can ask first.
          path: '/admin/sign-out',
          loader: async () => {
            // This browser is signed out even when the server cannot be reached.
            if (session.token) await api.command('POST', '/api/auth/logout').catch(() => {})
            session.end()
            return redirect('/login')
          },
        },
        {
          path: '/admin',
          loader: ({ request }) => {
            if (session.token) return null
            const { pathname, search, hash } = new URL(request.url)
            return redirect(loginPath(pathname + search + hash))
          },
          lazy: async () => ({ Component: (await import('#admin/layout/shell.tsx')).Shell }),
          children: [
            {
              // The navigation stays when a screen crashes.
              ErrorBoundary: CrashScreen,
              children: [
                ...screenRoutes,
                {
                  path: '*',
                  lazy: async () => ({
                    Component: (await import('#admin/layout/not-found-screen.tsx')).NotFoundScreen,
                  }),
                },
              ],
            },
          ],
        },
      ],
    },
  ])
}
