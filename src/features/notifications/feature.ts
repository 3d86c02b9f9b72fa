import type { Core } from '#core.ts'
import type { Feature, PersonalDataSource } from '#feature.ts'
import { createMailing, type MailingOptions } from '#features/notifications/mailing/mailing.ts'
import type { ListRecipients, Recipient } from '#shared/notifications/recipient.ts'
import { Problem } from '#shared/problem.ts'
import { createChoiceStore } from './choice-store.ts'
import { createChoices } from './choices.ts'
import { notificationsChanged } from './contract.ts'
import { createDescriptions } from './descriptions.ts'
import { forgetNotificationsJob } from './jobs.ts'
import { notificationPermissions } from './permissions.ts'
import { notificationBackup } from './restoring-store.ts'
import { createRetentionStore } from './retention-store.ts'
import { notificationChoiceRoutes, notificationRoutes } from './routes.ts'
import { createNotifications, type NotificationOptions } from './service.ts'
import { createNotificationStore } from './store.ts'
import { createTasks, type TaskOptions } from './tasks.ts'

interface NotificationNeeds
  extends Pick<NotificationOptions, 'listSources'>,
    Pick<TaskOptions, 'listTasks'>,
    Pick<MailingOptions, 'post' | 'listRecipients'> {}

/** What the team is told of, in the panel and by mail. */
export function createNotificationFeature(core: Core, needs: NotificationNeeds) {
  const { db, clock, log, translator, publicUrl, config } = core
  const { listSources, listTasks, listRecipients, post } = needs
  const canSend = config.mail.smtpUrl !== undefined
  const store = createNotificationStore(db)
  const choiceStore = createChoiceStore(db)
  const describe = createDescriptions({ log, translator, listSources })
  const getRecipient = createGetRecipient(listRecipients)
  const tasks = createTasks({ choiceStore, clock, translator, listTasks })
  const notifications = createNotifications({ store, tasks, clock, describe, listSources, getRecipient })
  const choices = createChoices({ choiceStore, translator, listSources, getRecipient, canSend })
  const mailing = createMailing({
    ...{ db, clock, choiceStore, describe, translator, publicUrl, listSources, listRecipients, post },
  })
  return {
    permissions: notificationPermissions,
    backup: notificationBackup,
    apiParts: [
      {
        name: 'Notifications',
        description: 'What the user is told of: what has happened, and what is to be done.',
        group: 'team',
      },
    ],
    routes: [notificationRoutes({ notifications }), notificationChoiceRoutes({ tasks, choices })],
    liveTopics: [notificationsChanged],
    pollers: canSend ? [mailing.poller] : [],
    jobs: [forgetNotificationsJob({ db, clock })],
    personalData: createPersonalData(core),
  } satisfies Feature
}

function createGetRecipient(listRecipients: ListRecipients) {
  return async (userId: string): Promise<Recipient> => {
    const [recipient] = await listRecipients([userId])
    if (!recipient) throw new Problem('session_expired', 401)
    return recipient
  }
}

/** What the team was told about a lead. */
function createPersonalData({ db, translator }: Core): PersonalDataSource {
  return {
    async describe({ id }, language) {
      const told = await createRetentionStore(db).listAbout(id)
      const t = translator(language)
      const notices = told.map(({ type, at }) => ({
        ...{ what: t(`notification-texts:types.${type}.label`), at: at.toISOString() },
      }))
      return notices.length > 0 ? { notifications: notices } : {}
    },
    erase: (transaction, { id }) => createRetentionStore(transaction).eraseAbout(id),
  }
}
