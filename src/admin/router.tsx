import { createBrowserRouter, type DataRouter, redirect } from 'react-router'
import type { ApiClient } from './kit/api-client.ts'
import { loginPath } from './kit/safe-return-path.ts'
import type { Session } from './kit/session.ts'
import { CrashScreen } from './layout/crash-screen.tsx'
import { Waiting } from './layout/waiting.tsx'
import { screens } from './screens.ts'

/** The admin's addresses. Every screen is a chunk of its own, fetched when it is first opened. */
export function createAdminRouter({ session, api }: { session: Session; api: ApiClient }): DataRouter {
  return createBrowserRouter([
    {
      ErrorBoundary: CrashScreen,
      HydrateFallback: Waiting,
      children: [
        {
          // The sign-in is the admin's other half (area.tsx); until it is there, a wait.
          path: '/login',
          Component: Waiting,
        },
        {
          // A navigation like any other, so that a screen with unsaved changes can ask first.
          path: '/admin/sign-out',
          loader: async () => {
            // Whether or not the server hears of it, this browser is signed out.
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
          lazy: async () => ({ Component: (await import('./layout/shell.tsx')).Shell }),
          children: [
            {
              // A screen that fails leaves the navigation standing.
              ErrorBoundary: CrashScreen,
              children: [
                { index: true, loader: () => redirect(screens[0].path) },
                {
                  path: 'content',
                  lazy: async () => ({
                    Component: (await import('#features/content/admin/content-screen.tsx')).ContentScreen,
                  }),
                },
                {
                  path: 'content/:key',
                  lazy: async () => ({
                    Component: (await import('#features/content/admin/editor-screen.tsx')).EditorScreen,
                  }),
                },
                {
                  path: 'early-adopters',
                  lazy: async () => ({
                    Component: (await import('#features/early-adopters/admin/early-adopters-screen.tsx'))
                      .EarlyAdoptersScreen,
                  }),
                },
                {
                  path: '*',
                  lazy: async () => ({
                    Component: (await import('./layout/not-found-screen.tsx')).NotFoundScreen,
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
