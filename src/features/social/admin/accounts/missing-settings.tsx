import { CopyField } from '#admin/kit/form/copy-field.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SettingLink } from '#features/settings/admin/parts/setting-link.tsx'
import type { SocialPlatform } from '#features/social/accounts/contract.ts'
import styles from './accounts.module.css'

/** What has to be set before an account of a platform can be connected, and what its operator needs for that. */
export function MissingSettings({ platform }: { platform: SocialPlatform }) {
  const { t } = useTexts()
  const { missing, name, redirect_uri } = platform
  if (missing.length === 0) return null
  return (
    <section className={styles.missing} aria-label={t('accounts_screen.missing.title', { platform: name })}>
      <p>
        <b>{t('accounts_screen.missing.title', { platform: name })}</b>
      </p>
      <ul>
        {missing.map((key) => (
          <li key={key}>
            <SettingLink settingKey={key} />
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('accounts_screen.missing.how')}</summary>
        <Hint>{t('accounts_screen.missing.text', { platform: name })}</Hint>
        {redirect_uri && <CopyField label={t('accounts_screen.missing.redirect')} value={redirect_uri} />}
      </details>
    </section>
  )
}
