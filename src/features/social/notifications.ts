import { z } from 'zod'
import { accountFaults } from '#features/social/accounts/contract.ts'
import type { NotificationSource, NotificationType, Told } from '#shared/notifications/type.ts'
import { PlatformId, platformNames } from './contract.ts'
import { socialPermissions } from './permissions.ts'

const AccountData = z.object({ account_id: z.uuid(), platform: PlatformId, name: z.string() })
type AccountData = z.infer<typeof AccountData>
const BrokenData = AccountData.extend({ fault: z.enum(accountFaults) })
type BrokenData = z.infer<typeof BrokenData>

/** A person has to connect an account again: nothing can be published with it. */
export const accountBroken: NotificationType<BrokenData> = {
  name: 'social.account_broken',
  permission: socialPermissions.manage,
  schema: BrokenData,
  mail: 'at_once',
  isAlarming: true,
}

/** An account ends within seven days unless a person connects it again. */
export const accountEnding: NotificationType<AccountData> = {
  name: 'social.account_ending',
  permission: socialPermissions.manage,
  schema: AccountData,
  mail: 'at_once',
  isAlarming: true,
}

const describe = (told: readonly Told<AccountData>[]) =>
  told.map(({ data }) => ({
    variables: { account: data?.name ?? '', platform: data ? platformNames[data.platform] : '' },
    path: '/admin/social',
  }))

/** What admins are told about accounts. */
export const accountNotifications: readonly NotificationSource[] = [
  { type: accountBroken, describe } satisfies NotificationSource<BrokenData>,
  { type: accountEnding, describe } satisfies NotificationSource<AccountData>,
]
