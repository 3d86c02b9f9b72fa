import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { listCountries } from '#admin/kit/country/country-list.ts'
import { SearchSelect } from '#admin/kit/form/search-select.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { listZones, zoneName } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { readText } from '#features/settings/admin/values.ts'
import { languageNames, languages } from '#shared/languages.ts'
import { type ControlProps, fieldLook } from './control.ts'

/** A choice among languages, time zones or countries. */
export function ChoiceControl(props: ControlProps) {
  const { field } = props
  if (field.kind === 'language') return <LanguageControl {...props} />
  return field.kind === 'country' ? <CountryControl {...props} /> : <TimeZoneControl {...props} />
}

function LanguageControl({ field, value, fallback, errors, readOnly, onChange }: ControlProps) {
  const { t } = useTexts()
  return (
    <NativeSelect
      {...fieldLook}
      label={t(field.label)}
      description={field.hint && t(field.hint)}
      error={errors['']}
      disabled={readOnly}
      rightSection={<ChevronIcon />}
      value={readText(value ?? fallback)}
      data={languages.map((code) => ({ value: code, label: languageNames[code] }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function TimeZoneControl({ field, value, fallback, errors, readOnly, onChange }: ControlProps) {
  const { t, language } = useTexts()
  const zone = readText(value ?? fallback)
  const options = useMemo(() => listZones().map((value) => ({ value, label: zoneName(value) })), [])
  return (
    <SearchSelect
      label={t(field.label)}
      description={`${t('settings.zoneTime', { time: timeIn(zone, language) })} ${field.hint ? t(field.hint) : ''}`}
      error={errors['']}
      disabled={readOnly}
      nothing={t('settings.values.noMatch')}
      isCode
      options={options}
      value={zone}
      onChange={onChange}
    />
  )
}

function timeIn(timeZone: string, language: string): string {
  return new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone }).format(
    new Date(),
  )
}

function CountryControl({ field, value, fallback, errors, readOnly, onChange }: ControlProps) {
  const { t, language } = useTexts()
  const options = useMemo(() => listCountries(language), [language])
  return (
    <SearchSelect
      label={t(field.label)}
      description={field.hint && t(field.hint)}
      error={errors['']}
      disabled={readOnly}
      placeholder={t('settings.values.noCountry')}
      nothing={t('settings.values.noMatch')}
      options={options}
      value={readText(value ?? fallback)}
      onChange={onChange}
    />
  )
}
