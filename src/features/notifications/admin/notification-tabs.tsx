import { LinkTabs } from '#admin/kit/layout/link-tabs.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

/** The list, and what comes by mail. */
export function NotificationTabs() {
  const { t } = useTexts()
  return (
    <LinkTabs
      label={t('screens.notifications')}
      tabs={[
        { to: '/admin/notifications', label: t('notifications.list') },
        { to: '/admin/notifications/choices', label: t('screens.notificationChoices') },
      ]}
    />
  )
}
