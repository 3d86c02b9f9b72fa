import './texts.ts'
import { LinkTabs } from '#admin/kit/layout/link-tabs.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

/** The heading of the screens about search engines, with the links between them. */
export function SeoHead() {
  const { t } = useTexts()
  const tabs = [
    { to: '/admin/seo', label: t('seo.tabs.overview') },
    { to: '/admin/seo/verification', label: t('seo.tabs.verification') },
    { to: '/admin/seo/tools', label: t('seo.tabs.tools') },
    { to: '/admin/seo/documents', label: t('seo.tabs.documents') },
    { to: '/admin/seo/redirects', label: t('seo.tabs.redirects') },
    { to: '/admin/seo/appearance', label: t('seo.tabs.appearance') },
    { to: '/admin/seo/google', label: t('seo.tabs.google') },
  ]
  return (
    <>
      <ScreenHeading title={t('screens.seo')} intro={t('seo.intro')} />
      <LinkTabs label={t('seo.tabs.label')} tabs={tabs} />
    </>
  )
}
