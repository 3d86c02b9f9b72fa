import { z } from 'zod'
import { accountPermissions } from '#features/accounts/permissions.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import type { NotificationSource, NotificationType } from '#shared/notifications/type.ts'
import type { FindNames } from '#shared/user.ts'

const JoinedData = z.object({ user_id: z.uuid() })
type JoinedData = z.infer<typeof JoinedData>

/** Somebody has accepted an invitation to the team. */
export const userJoined: NotificationType<JoinedData> = {
  name: 'team.joined',
  permission: accountPermissions.readUsers,
  schema: JoinedData,
  mail: 'daily',
  isAlarming: false,
}

interface AccountNotificationOptions {
  findNames: FindNames
  translator(language: Language): Translate
}

/** What admins are told about the team. */
export function createAccountNotifications({
  findNames,
  translator,
}: AccountNotificationOptions): NotificationSource[] {
  const joined: NotificationSource<JoinedData> = {
    type: userJoined,
    async describe(told, language) {
      const names = await findNames(told.flatMap(({ data }) => data?.user_id ?? []))
      return told.map(({ data }) => {
        const name = names.get(data?.user_id ?? '')
        return {
          variables: { name: name ?? translator(language)('notification-texts:somebody') },
          path: name === undefined ? '/admin/users' : `/admin/users/${data?.user_id}`,
        }
      })
    },
  }
  return [joined]
}
