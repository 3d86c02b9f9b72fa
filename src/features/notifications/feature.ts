import type { Core } from '#core.ts'
import type { Feature, PersonalDataSource } from '#feature.ts'
import { notificationsChanged } from './contract.ts'
import { createDescriptions } from './descriptions.ts'
import { forgetNotificationsJob } from './jobs.ts'
import { createMailing, type MailingOptions } from './mailing/mailing.ts'
import { notificationPermissions } from './permissions.ts'
import { notificationChoiceRoutes, notificationRoutes } from './routes.ts'
import { createNotifications, type NotificationOptions } from './service.ts'
import { createNotificationStore } from './store.ts'

type Needs = Pick<NotificationOptions, 'listSources' | 'listTasks' | 'listRecipients'> &
  Pick<MailingOptions, 'post'>

/** What the team is told of, in the panel and by mail. */
export function createNotificationFeature(core: Core, { post, ...needs }: Needs) {
  const { db, clock, log, translator, publicUrl, config } = core
  const canSend = config.mail.smtpUrl !== undefined
  const store = createNotificationStore(db)
  const { listSources, listRecipients } = needs
  const describe = createDescriptions({ log, translator, listSources })
  const notifications = createNotifications({ store, clock, describe, translator, canSend, ...needs })
  const mailing = createMailing({
    ...{ db, clock, store, describe, translator, publicUrl, listSources, listRecipients, post },
  })
  return {
    permissions: notificationPermissions,
    apiParts: [
      {
        name: 'Notifications',
        description: 'What the user is told of: what has happened, and what is to be done.',
        group: 'team',
      },
    ],
    routes: [notificationRoutes({ notifications }), notificationChoiceRoutes({ notifications })],
    liveTopics: [notificationsChanged],
    pollers: canSend ? [mailing.poller] : [],
    jobs: [forgetNotificationsJob({ store, clock })],
    personalData: createPersonalData(core),
  } satisfies Feature
}

/** What the team was told about a lead. */
function createPersonalData({ db, translator }: Core): PersonalDataSource {
  return {
    async describe({ id }, language) {
      const told = await createNotificationStore(db).listAbout(id)
      const t = translator(language)
      const notices = told.map(({ type, at }) => ({
        ...{ what: t(`notification-texts:types.${type}.label`), at: at.toISOString() },
      }))
      return notices.length > 0 ? { notifications: notices } : {}
    },
    erase: (transaction, { id }) => createNotificationStore(transaction).eraseAbout(id),
  }
}
