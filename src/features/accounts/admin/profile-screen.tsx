import '#features/accounts/admin/parts/texts.ts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { LanguageSelect } from '#admin/kit/texts/language-select.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Profile } from '#features/accounts/contract.ts'
import { RecordedActions } from '#features/audit/admin/parts/recorded-actions.tsx'
import { PasswordForm } from './password-form.tsx'
import styles from './profile.module.css'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'

/** One's own account: who one is, the language, the password, the open sessions, and what admins did. */
export function ProfileScreen() {
  const { t } = useTexts()
  const api = useApi()
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => api.get('/api/auth/profile', Profile, signal),
  })
  return (
    <>
      <ScreenHeading title={t('screens.profile')} intro={t('profile.intro')} />
      {profile.data && (
        <div className={styles.desk}>
          <section aria-labelledby="profile-who">
            <h2 id="profile-who">{t('profile.who')}</h2>
            <ProfileForm profile={profile.data} />
          </section>
          <section aria-labelledby="profile-password">
            <h2 id="profile-password">{t('profile.password')}</h2>
            <PasswordForm username={profile.data.username} />
          </section>
          <section aria-labelledby="profile-language">
            <h2 id="profile-language">{t('profile.language')}</h2>
            <p className={styles.hint}>{t('profile.languageHint')}</p>
            <LanguageSelect />
          </section>
          <section className={styles.wide} aria-labelledby="profile-sessions">
            <h2 id="profile-sessions">{t('profile.sessions')}</h2>
            <SessionList />
          </section>
          <RecordedActions />
        </div>
      )}
      {profile.isPending && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={320} />
        </div>
      )}
      {profile.isError && !profile.data && <LoadFailure query={profile} title={t('profile.failed')} />}
    </>
  )
}
