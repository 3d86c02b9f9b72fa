import type { ReactNode } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { LinkTabs } from '#admin/kit/layout/link-tabs.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { documentPermissions } from '#features/documents/permissions.ts'
import { settingPermissions } from '#features/settings/permissions.ts'

/** The heading of the screens of documents, with the links between them that a user may follow. */
export function DocumentsHead({ aside }: { aside?: ReactNode }) {
  const { t } = useTexts()
  const canUpload = useCan(documentPermissions.upload)
  const canChangeSettings = useCan(settingPermissions.change)
  const tabs = [
    { to: '/admin/documents', label: t('library.tabs.list'), isShown: true },
    { to: '/admin/documents/upload', label: t('library.tabs.upload'), isShown: canUpload },
    { to: '/admin/documents/pages', label: t('library.tabs.pages'), isShown: true },
    { to: '/admin/documents/analytics', label: t('library.tabs.figures'), isShown: true },
    { to: '/admin/settings/documents', label: t('library.tabs.settings'), isShown: canChangeSettings },
  ]
  return (
    <>
      <ScreenHeading title={t('screens.documents')} intro={t('library.intro')} aside={aside} />
      <LinkTabs label={t('library.tabs.label')} tabs={tabs.filter(({ isShown }) => isShown)} />
    </>
  )
}
