import { useMantineColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import { usePreferences } from '#admin/kit/api/use-preferences.ts'
import { SearchSelect } from '#admin/kit/form/search-select.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { browserZone } from '#admin/kit/moment.ts'
import { LanguageSelect } from '#admin/kit/texts/language-select.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { Profile } from '#features/accounts/contract.ts'
import { themes } from '#shared/user.ts'
import { browserChoice, describeZone, listZones } from './zones.ts'

/** How the panel looks to the user, in whatever browser: each choice holds at once. */
export function PreferencePanel({ profile }: { profile: Profile }) {
  const { t } = useTexts()
  const store = usePreferences()
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <>
      <Hint>{t('profile.preferencesText')}</Hint>
      <LanguageSelect onChoose={(language) => store({ language })} />
      <Segmented
        legend={t('theme.label')}
        showsLegend
        options={themes.map((theme) => ({ value: theme, label: t(`theme.${theme}`) }))}
        value={colorScheme}
        onChange={(theme) => {
          setColorScheme(theme)
          store({ theme })
        }}
      />
      <ZoneSelect zone={profile.time_zone} />
    </>
  )
}

function ZoneSelect({ zone }: { zone: string | null }) {
  const { t, format } = useTexts()
  const store = usePreferences()
  const toasts = useToasts()
  const options = useMemo(() => {
    const now = new Date()
    const own = {
      value: browserChoice,
      label: t('profile.timeZoneBrowser', { zone: describeZone(browserZone(), now) }),
    }
    return [own, ...listZones(zone, now)]
  }, [t, zone])
  return (
    <SearchSelect
      label={t('profile.timeZone')}
      description={t('profile.timeZoneHint', { time: format.time(new Date().toISOString()) })}
      nothing={t('profile.timeZoneNone')}
      isCode={zone !== null}
      options={options}
      value={zone ?? browserChoice}
      onChange={(value) => {
        store({ time_zone: value === browserChoice ? null : value })
        toasts.show('success', t('profile.timeZoneSaved'))
      }}
    />
  )
}
