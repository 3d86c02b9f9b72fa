import type { ReactNode } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { LinkTabs } from '#admin/kit/layout/link-tabs.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { accountPermissions } from '#features/accounts/permissions.ts'
import './texts.ts'

interface UsersHeadProps {
  title: string
  intro: string
  aside?: ReactNode
}

/** The head of the team's screens: heading and, for those who may open both, links between them. */
export function UsersHead(props: UsersHeadProps) {
  const { t } = useTexts()
  const readsUsers = useCan(accountPermissions.readUsers)
  return (
    <>
      <ScreenHeading {...props} />
      {readsUsers && (
        <LinkTabs
          label={t('users.tabs')}
          tabs={[
            { to: '/admin/users', label: t('screens.users') },
            { to: '/admin/users/permissions', label: t('screens.permissions') },
          ]}
        />
      )}
    </>
  )
}
