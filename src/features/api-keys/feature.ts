import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { apiKeyPermissions } from './permissions.ts'
import { apiKeyBackup } from './restoring-store.ts'
import { apiKeyRoutes } from './routes.ts'
import { type ApiKeyOptions, createApiKeys } from './service.ts'

/** The keys with which programs call the API. */
export function createApiKeyFeature(
  { db, clock, log }: Core,
  needs: Pick<ApiKeyOptions, 'findActiveUsers' | 'findNames' | 'listPermissions'>,
) {
  const apiKeys = createApiKeys({ db, clock, log, ...needs })
  return {
    permissions: apiKeyPermissions,
    apiParts: [
      {
        name: 'API keys',
        description:
          'Programs call the API with a key instead of signing in: `Authorization: Bearer firmeza_…`. A key acts in the name of the admin who made it, as far as its scopes go. They are the permissions that each call names; a call without one of them is not for keys.',
        group: 'team',
      },
    ],
    routes: [apiKeyRoutes({ apiKeys })],
    backup: apiKeyBackup,
    findSession: apiKeys.find,
  } satisfies Feature & Record<string, unknown>
}
