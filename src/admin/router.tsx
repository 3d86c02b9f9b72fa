import { createBrowserRouter, type DataRouter, redirect } from 'react-router'
import type { ApiClient } from '#admin/kit/api/api-client.ts'
import { loginPath } from '#admin/kit/api/safe-return-path.ts'
import type { Session } from '#admin/kit/api/session.ts'
import { CrashScreen } from '#admin/layout/crash-screen.tsx'
import { Waiting } from '#admin/layout/waiting.tsx'
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
          lazy: async () => ({ Component: (await import('#admin/layout/shell.tsx')).Shell }),
          children: [
            {
              // A screen that fails leaves the navigation standing.
              ErrorBoundary: CrashScreen,
              children: [
                { index: true, loader: () => redirect(screens[0].path) },
                {
                  path: 'content',
                  lazy: async () => ({
                    Component: (await import('#features/content/admin/list/content-screen.tsx'))
                      .ContentScreen,
                  }),
                },
                {
                  path: 'content/releases',
                  lazy: async () => ({
                    Component: (await import('#features/releases/admin/releases-screen.tsx')).ReleasesScreen,
                  }),
                },
                {
                  path: 'content/releases/new',
                  lazy: async () => ({
                    Component: (await import('#features/releases/admin/release-screen.tsx')).NewReleaseScreen,
                  }),
                },
                {
                  path: 'content/releases/:id',
                  lazy: async () => ({
                    Component: (await import('#features/releases/admin/release-screen.tsx')).ReleaseScreen,
                  }),
                },
                {
                  path: 'content/tasks',
                  lazy: async () => ({
                    Component: (await import('#features/content/admin/list/tasks-screen.tsx')).TasksScreen,
                  }),
                },
                {
                  path: 'content/:key',
                  lazy: async () => ({
                    Component: (await import('#features/content/admin/editor/editor-screen.tsx'))
                      .EditorScreen,
                  }),
                },
                {
                  path: 'early-adopters',
                  lazy: async () => {
                    const [{ EarlyAdoptersScreen }, { AwardDialog }] = await Promise.all([
                      import('#features/early-adopters/admin/list/early-adopters-screen.tsx'),
                      import('#features/badges/admin/award-dialog.tsx'),
                    ])
                    return { element: <EarlyAdoptersScreen AwardDialog={AwardDialog} /> }
                  },
                },
                {
                  path: 'early-adopters/import',
                  lazy: async () => ({
                    Component: (await import('#features/early-adopters/admin/import/import-screen.tsx'))
                      .ImportScreen,
                  }),
                },
                {
                  path: 'early-adopters/:id',
                  lazy: async () => {
                    const [{ LeadScreen }, { AwardDialog }, { LeadBadges }] = await Promise.all([
                      import('#features/early-adopters/admin/lead/lead-screen.tsx'),
                      import('#features/badges/admin/award-dialog.tsx'),
                      import('#features/badges/admin/lead-badges.tsx'),
                    ])
                    return { element: <LeadScreen AwardDialog={AwardDialog} LeadBadges={LeadBadges} /> }
                  },
                },
                {
                  path: 'badges',
                  lazy: async () => ({
                    Component: (await import('#features/badges/admin/badges-screen.tsx')).BadgesScreen,
                  }),
                },
                {
                  path: 'badges/:type',
                  lazy: async () => ({
                    Component: (await import('#features/badges/admin/badge-text-screen.tsx')).BadgeTextScreen,
                  }),
                },
                {
                  path: 'email/campaigns',
                  lazy: async () => ({
                    Component: (await import('#features/campaigns/admin/campaigns-screen.tsx'))
                      .CampaignsScreen,
                  }),
                },
                {
                  path: 'email/campaigns/new',
                  lazy: async () => ({
                    Component: (await import('#features/campaigns/admin/campaign-screen.tsx'))
                      .NewCampaignScreen,
                  }),
                },
                {
                  path: 'email/campaigns/:id',
                  lazy: async () => ({
                    Component: (await import('#features/campaigns/admin/campaign-screen.tsx')).CampaignScreen,
                  }),
                },
                {
                  path: 'email-metrics',
                  lazy: async () => ({
                    Component: (await import('#features/mail/admin/metrics/metrics-screen.tsx'))
                      .MetricsScreen,
                  }),
                },
                {
                  path: 'email-metrics/messages',
                  lazy: async () => ({
                    Component: (await import('#features/mail/admin/messages/messages-screen.tsx'))
                      .MessagesScreen,
                  }),
                },
                {
                  path: 'email-metrics/messages/:id',
                  lazy: async () => ({
                    Component: (await import('#features/mail/admin/messages/message-screen.tsx'))
                      .MessageScreen,
                  }),
                },
                {
                  path: 'email-metrics/suppressions',
                  lazy: async () => ({
                    Component: (await import('#features/mail/admin/messages/suppressions-screen.tsx'))
                      .SuppressionsScreen,
                  }),
                },
                {
                  path: 'profile',
                  lazy: async () => {
                    const [{ ProfileScreen }, { RecordedActions }] = await Promise.all([
                      import('#features/accounts/admin/profile-screen.tsx'),
                      import('#features/audit/admin/recorded-actions.tsx'),
                    ])
                    return { element: <ProfileScreen RecordedActions={RecordedActions} /> }
                  },
                },
                {
                  path: 'email/templates',
                  lazy: async () => ({
                    Component: (await import('#features/mail/admin/templates/templates-screen.tsx'))
                      .TemplatesScreen,
                  }),
                },
                {
                  path: 'email/templates/:kind',
                  lazy: async () => ({
                    Component: (await import('#features/mail/admin/templates/template-screen.tsx'))
                      .TemplateScreen,
                  }),
                },
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
