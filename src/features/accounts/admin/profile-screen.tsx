import '#features/accounts/admin/parts/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { Columns } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { LanguageSelect } from '#admin/kit/texts/language-select.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SecondFactorPanel } from '#features/accounts/admin/second-factor/second-factor-panel.tsx'
import { Profile } from '#features/accounts/contract.ts'
import { RecordedActions } from '#features/audit/admin/parts/recorded-actions.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'

/** The user's own account: profile, language, password, sessions, and the audit log for admins. */
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
        <Columns from="medium">
          <Panel title={t('profile.who')}>
            <ProfileForm profile={profile.data} />
          </Panel>
          <Panel title={t('profile.password')}>
            <PasswordForm username={profile.data.username} />
          </Panel>
          <Panel title={t('profile.language')}>
            <Hint>{t('profile.languageHint')}</Hint>
            <LanguageSelect />
          </Panel>
          <SecondFactorPanel />
          <Panel title={t('profile.sessions')} isWide>
            <SessionList />
          </Panel>
          <RecordedActions />
        </Columns>
      )}
      {profile.isPending && <LoadingBlock height={320} />}
      {profile.isError && !profile.data && <LoadFailure query={profile} title={t('profile.failed')} />}
    </>
  )
}
