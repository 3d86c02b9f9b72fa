import { redirectUriOf } from '#features/social/accounts/connecting/connections.ts'
import { type PlatformId, platformNames } from '#features/social/contract.ts'
import type { ClientCredentials, Platform } from '#features/social/platforms/platform.ts'
import { findClientSettings, managedSocialPlatforms } from '#features/social/settings.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Member } from '#shared/roles.ts'
import type { SocialPlatform } from './contract.ts'

/** Who changes settings. */
interface Changer extends Member {
  id: string
}

/** Changes settings, all or none, once they are in force in every process. @throws {Problem} 422 or 409 */
export type ChangeSettings = (
  change: { changes: { key: string; value: string[]; version: number }[]; reason: string },
  user: Changer,
) => Promise<unknown>

interface PlatformListOptions {
  platforms: readonly Platform[]
  publicUrl: string
  settings: Pick<LiveSettings, 'get' | 'describe'>
  changeSettings: ChangeSettings
}

/** The platforms: what their interfaces can do, what is configured, and which of them the team has chosen to use. */
export function createPlatformList({ platforms, publicUrl, settings, changeSettings }: PlatformListOptions) {
  const isManaged = (id: PlatformId) => settings.get(managedSocialPlatforms).includes(id)
  const find = (id: PlatformId) => platforms.find((platform) => platform.id === id)

  /** The settings of a platform's application that are not set. */
  function listMissing(id: PlatformId): string[] {
    const { id: clientId, secret, key } = findClientSettings(id) ?? {}
    return [clientId, secret, key].flatMap((setting) =>
      setting && settings.get(setting) === '' ? [setting.key] : [],
    )
  }

  function describe(platform: Platform): SocialPlatform {
    const { id, authorization, capabilities } = platform
    return {
      ...{ id, platform_id: id, name: platformNames[id], icon_class: `platform-${id}` },
      ...{ connection: capabilities.connection, publishing: capabilities.publishing },
      ...{ needs_approval: capabilities.needsApproval, costs_money: capabilities.costsMoney },
      ...{ needs_public_site: capabilities.needsPublicSite, can_find: capabilities.canFind },
      ...{ can_remove: capabilities.canRemove, has_figures: capabilities.hasFigures },
      ...{ scopes: [...(authorization?.scopes ?? [])], is_managed: isManaged(id) },
      missing: capabilities.connection === 'oauth' ? listMissing(id) : [],
      redirect_uri: authorization ? redirectUriOf(publicUrl, id) : null,
    }
  }

  return {
    find,
    /** A platform that the team has chosen to use. */
    findManaged: (id: PlatformId): Platform | undefined => (isManaged(id) ? find(id) : undefined),

    /** The application that is registered at a platform; undefined until all of it is set. */
    findClient(id: PlatformId): ClientCredentials | undefined {
      const client = findClientSettings(id)
      if (!client || listMissing(id).length > 0) return undefined
      return {
        ...{ id: settings.get(client.id), secret: settings.get(client.secret) },
        ...(client.key && { key: settings.get(client.key) }),
      }
    },

    /** All platforms, in the order in which they are shown. */
    listAll: (): SocialPlatform[] => platforms.map(describe),
    /** Those that the team has chosen to use. */
    listManaged: (): SocialPlatform[] => platforms.filter(({ id }) => isManaged(id)).map(describe),

    /** Chooses which platforms are used. @throws {Problem} 409 when somebody else has chosen meanwhile */
    async choose(chosen: readonly PlatformId[], user: Changer): Promise<PlatformId[]> {
      const { version } = settings.describe(managedSocialPlatforms)
      const change = { key: managedSocialPlatforms.key, value: [...chosen], version }
      await changeSettings({ changes: [change], reason: '' }, user)
      return settings.get(managedSocialPlatforms)
    },
  }
}
export type PlatformList = ReturnType<typeof createPlatformList>
