import { z } from 'zod'
import { accountFaults } from '#features/social/accounts/contract.ts'
import type { NotificationSource, NotificationType, Told } from '#shared/notifications/type.ts'
import { PlatformId, platformNames } from './contract.ts'
import { socialPermissions } from './permissions.ts'

const AccountData = z.object({ account_id: z.uuid(), platform: PlatformId, name: z.string() })
type AccountData = z.infer<typeof AccountData>
const BrokenData = AccountData.extend({ fault: z.enum(accountFaults) })
type BrokenData = z.infer<typeof BrokenData>
const PostData = z.object({ post_id: z.uuid(), account: z.string() })
type PostData = z.infer<typeof PostData>

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

/** A post was not published, and a person has to decide. */
export const postFailed: NotificationType<PostData> = {
  name: 'social.failed',
  permission: socialPermissions.publish,
  schema: PostData,
  mail: 'at_once',
  isAlarming: true,
  groupMinutes: 60,
}

/** A post is due that a person publishes by hand. */
export const postHandedOver: NotificationType<PostData> = {
  ...postFailed,
  name: 'social.due',
  isAlarming: false,
}

const describeAccounts = (told: readonly Told<AccountData>[]) =>
  told.map(({ data }) => ({
    variables: { account: data?.name ?? '', platform: data ? platformNames[data.platform] : '' },
    path: '/admin/social/cuentas',
  }))

const describePosts = (told: readonly Told<PostData>[]) =>
  told.map(({ data }) => ({
    variables: { account: data?.account ?? '' },
    path: data ? `/admin/social/posts/${data.post_id}` : '/admin/social/alertas',
  }))

/** What admins are told about accounts. */
export const accountNotifications: readonly NotificationSource[] = [
  { type: accountBroken, describe: describeAccounts } satisfies NotificationSource<BrokenData>,
  { type: accountEnding, describe: describeAccounts } satisfies NotificationSource<AccountData>,
]

/** What the team is told about posts. */
export const postNotifications: readonly NotificationSource[] = [
  { type: postFailed, describe: describePosts } satisfies NotificationSource<PostData>,
  { type: postHandedOver, describe: describePosts } satisfies NotificationSource<PostData>,
]
