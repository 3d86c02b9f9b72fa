import { LinkTabs } from '#admin/kit/layout/link-tabs.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { settingSections } from '#admin/kit/settings.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { pathOfSection } from '#features/settings/admin/address/setting-address.ts'

const sections = [...settingSections, 'history'] as const

/** The heading of the settings, with the links to their sections. */
export function SettingsHead({ section }: { section: (typeof sections)[number] }) {
  const { t } = useTexts()
  const name = t(`settings.sections.${section}`)
  return (
    <>
      <ScreenHeading
        title={t('screens.settings')}
        documentTitle={t('settings.documentTitle', { section: name })}
        intro={t(`settings.intros.${section}`)}
      />
      <LinkTabs
        label={t('settings.sections.label')}
        tabs={sections.map((one) => ({
          to: pathOfSection(one),
          label: t(`settings.sections.${one}`),
        }))}
      />
    </>
  )
}
