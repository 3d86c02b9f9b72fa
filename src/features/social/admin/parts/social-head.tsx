import '#features/social/admin/texts.ts'
import type { ReactNode } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { LinkTabs } from '#admin/kit/layout/link-tabs.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { socialPermissions } from '#features/social/permissions.ts'

interface SocialHeadProps {
  /** The actions of the screen. */
  aside?: ReactNode
}

/** The heading of the screens about social networks, with the links between them. */
export function SocialHead({ aside }: SocialHeadProps) {
  const { t } = useTexts()
  const mayReadAccounts = useCan(socialPermissions.readAccounts)
  const tabs = [
    { to: '/admin/social', label: t('tabs.schedule') },
    ...(mayReadAccounts ? [{ to: '/admin/social/cuentas', label: t('tabs.accounts') }] : []),
    { to: '/admin/social/alertas', label: t('tabs.alerts') },
  ]
  return (
    <>
      <ScreenHeading title={t('screens.social')} intro={t('tabs.intro')} aside={aside} />
      <LinkTabs label={t('tabs.label')} tabs={tabs} />
    </>
  )
}
