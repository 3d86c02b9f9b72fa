import './texts.ts'
import { Link } from 'react-router'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Choice, Choices } from '#features/notifications/contract.ts'
import { mailChoices } from '#shared/notifications/type.ts'
import { NotificationTabs } from './notification-tabs.tsx'
import styles from './notifications.module.css'
import { useChoices, useNotificationActions } from './use-notifications.ts'

/** What the user gets by mail. */
export function NotificationChoicesScreen() {
  const { t } = useTexts()
  const choices = useChoices()
  return (
    <>
      <ScreenHeading title={t('screens.notificationChoices')} intro={t('notifications.choices.intro')} />
      <NotificationTabs />
      {choices.data ? (
        <ChoiceList choices={choices.data} />
      ) : choices.isError ? (
        <LoadFailure query={choices} describe={(reason) => t('notifications.choices.failed', { reason })} />
      ) : (
        <LoadingLines />
      )}
    </>
  )
}

function ChoiceList({ choices: { choices, email, can_send: canSend } }: { choices: Choices }) {
  const { t } = useTexts()
  return (
    <section className={styles.section}>
      {!canSend ? (
        <Notice>{t('notifications.choices.noServer')}</Notice>
      ) : email === null ? (
        <Notice actions={<Link to="/admin/profile">{t('notifications.choices.addAddress')}</Link>}>
          {t('notifications.choices.noAddress')}
        </Notice>
      ) : (
        <Hint>
          {t('notifications.choices.address')} <bdi dir="ltr">{email}</bdi>
        </Hint>
      )}
      <ul className={styles.list}>
        {choices.map((choice) => (
          <ChoiceRow key={choice.type} choice={choice} />
        ))}
      </ul>
      <div className={styles.rules}>
        <Hint>{t('notifications.choices.rules')}</Hint>
      </div>
    </section>
  )
}

function ChoiceRow({ choice: { type, label, mail } }: { choice: Choice }) {
  const { t } = useTexts()
  const { choose } = useNotificationActions()
  const action = useAction()
  return (
    <li className={styles.choice}>
      <span aria-hidden="true">{label}</span>
      <Segmented
        legend={label}
        options={mailChoices.map((value) => ({ value, label: t(`notifications.choices.${value}`) }))}
        value={mail}
        onChange={(value) => action.run(() => choose(type, value), t('notifications.choices.saved'))}
      />
    </li>
  )
}
