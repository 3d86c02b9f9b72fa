import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { apiSettings } from '#http/public-api/settings.ts'
import { siteSettings } from '#site/settings.ts'
import { settingPermissions } from './permissions.ts'
import { settingRevisionRoutes, settingRoutes } from './routes.ts'
import { createSettings, type SettingOptions } from './service.ts'

/** The settings of all features, and those that belong to none: the site's own and the API's. */
export function createSettingFeature(
  core: Pick<Core, 'db' | 'clock' | 'settings' | 'revision' | 'cache' | 'headers'>,
  needs: Pick<SettingOptions, 'listDefinitions' | 'listRules' | 'findNames'>,
) {
  const { db, clock, revision, cache, headers } = core
  const settings = createSettings({
    ...{ db, clock, settings: core.settings, publish: revision.publish },
    ...needs,
  })
  return {
    permissions: settingPermissions,
    apiParts: [
      { name: 'Site', description: 'What the site says about itself.', group: 'public' },
      { name: 'Settings', description: 'What admins change about the product while it runs.', group: 'team' },
    ],
    settings: [...Object.values(siteSettings), ...Object.values(apiSettings)],
    routes: [settingRoutes({ settings, cache, headers }), settingRevisionRoutes({ settings })],
    change: settings.change,
  } satisfies Feature & Record<string, unknown>
}
