import type { ReactNode } from 'react'
import { CountryName } from '#admin/kit/country/country-name.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { devices, type ListedDimension } from '#features/analytics/contract.ts'
import { otherValues } from '#features/analytics/model.ts'
import { isLanguage, languageNames } from '#shared/languages.ts'
import { unknownCountry } from '#shared/regions.ts'

/** The name of a value of a dimension. */
export function ValueName({ dimension, value }: { dimension: ListedDimension; value: string }): ReactNode {
  const { t } = useTexts()
  if (value === otherValues) return t('visits.others')
  if (dimension === 'country')
    return value === '' || value === unknownCountry ? t('visits.unknown') : <CountryName code={value} />
  if (dimension === 'page' || dimension === 'entry') return <bdi dir="ltr">{value}</bdi>
  if (dimension === 'language' && isLanguage(value)) return <bdi lang={value}>{languageNames[value]}</bdi>
  const device = dimension === 'device' && devices.find((one) => one === value)
  if (device) return t(`visits.devices.${device}`)
  return value === '' ? t('visits.direct') : <bdi>{value}</bdi>
}
