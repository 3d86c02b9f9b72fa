import '#features/accounts/admin/parts/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { Columns } from '#admin/kit/layout/columns.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SecondFactorPanel } from '#features/accounts/admin/second-factor/second-factor-panel.tsx'
import { Profile } from '#features/accounts/contract.ts'
import { RecordedActions } from '#features/audit/admin/parts/recorded-actions.tsx'
import { AddressPanel } from './address-panel.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PicturePanel } from './picture-panel.tsx'
import { PreferencePanel } from './preference-panel.tsx'
import { SectionLinks } from './section-links.tsx'
import { SessionList } from './session-list.tsx'
import { useSection } from './use-section.ts'

/** The user's own account, in sections that have an address each, and the audit log for admins. */
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
      {profile.data && <Sections profile={profile.data} />}
      {profile.isPending && <LoadingBlock height={320} />}
      {profile.isError && !profile.data && <LoadFailure query={profile} title={t('profile.failed')} />}
    </>
  )
}

function Sections({ profile }: { profile: Profile }) {
  const { t } = useTexts()
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  useSection()
  const note = useCallback((form: string, isDirty: boolean) => {
    setUnsaved((forms) => {
      if (forms.has(form) === isDirty) return forms
      return isDirty ? new Set([...forms, form]) : new Set([...forms].filter((one) => one !== form))
    })
  }, [])
  return (
    <>
      <LeaveGuard isDirty={unsaved.size > 0} />
      <SectionLinks />
      <Columns from="medium">
        <Panel title={t('profile.who')} headingId="you">
          <NameForm profile={profile} onDirty={note} />
        </Panel>
        <Panel title={t('profile.picture')} headingId="picture">
          <PicturePanel profile={profile} />
        </Panel>
        <Panel title={t('profile.address')} headingId="address">
          {/* Begins again with the address that was confirmed in another window. */}
          <AddressPanel key={profile.email} profile={profile} onDirty={note} />
        </Panel>
        <Panel title={t('profile.preferences')} headingId="preferences">
          <PreferencePanel profile={profile} />
        </Panel>
        <Panel title={t('profile.password')} headingId="password">
          <PasswordForm username={profile.username} onDirty={note} />
        </Panel>
        <SecondFactorPanel />
        <Panel title={t('profile.sessions')} headingId="sessions" isWide>
          <SessionList />
        </Panel>
        <RecordedActions />
      </Columns>
    </>
  )
}
