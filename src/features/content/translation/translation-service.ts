import { translationSettings } from '#features/content/settings.ts'
import { createMachineTranslation } from '#platform/machine-translation.ts'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import { findUrlFault, hostOf } from '#platform/outgoing/public-address.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { SettingDefinition } from '#shared/setting.ts'

const { url, key, model } = translationSettings

/** The service that the settings name, as they are now. Only the operator may name one in a private network. */
export function connectTranslationService(settings: LiveSettings) {
  const { value, source } = settings.describe(url)
  const trustedHosts = new Set(source === 'environment' ? [hostOf(new URL(value))] : [])
  const client = createOutgoingClient({ trustedHosts })
  const machine = createMachineTranslation({
    client,
    findService() {
      const service = { url: settings.get(url), key: settings.get(key), model: settings.get(model) }
      return service.url && service.model ? service : undefined
    },
  })
  return { machine, close: client.close }
}

const noHosts = new Set<string>()

/** The settings of the service. An address in a private network is refused at once where it is written as numbers. */
export const changeableSettings: readonly SettingDefinition[] = [
  {
    ...url,
    schema: url.schema.refine((value) => {
      const address = URL.parse(value)
      return !address || findUrlFault(address, noHosts) !== 'private_address'
    }, 'address_private'),
  },
  key,
  model,
]
