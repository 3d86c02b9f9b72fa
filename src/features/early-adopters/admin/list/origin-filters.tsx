import { useMemo } from 'react'
import { listCountries } from '#admin/kit/country/country-list.ts'
import { DayField } from '#admin/kit/form/day-field.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import { mailSteps } from '#features/mail/model.ts'
import { unknownCountry } from '#shared/regions.ts'
import { Choice } from './choice.tsx'
import type { ListQuery } from './list-query.ts'

interface OriginFiltersProps {
  query: ListQuery
  onChange: (next: Partial<ListQuery>) => void
}

/** From where and when people registered, and how far mails have come with them: what the figures of the dashboard count by. */
export function OriginFilters({ query, onChange }: OriginFiltersProps) {
  const { t, language } = useTexts()
  const countries = useMemo(() => listCountries(language), [language])
  return (
    <>
      <Choice
        label={t('leads.step')}
        any={t('leads.anyStep')}
        value={query.step}
        choices={mailSteps.map((value) => ({ value, label: t(`leads.steps.${value}`) }))}
        onChange={(step) => onChange({ step })}
      />
      <div className={styles.named}>
        <Choice
          label={t('leads.country')}
          any={t('leads.anyCountry')}
          value={query.country}
          choices={[{ value: unknownCountry, label: t('leads.unknownCountry') }, ...countries]}
          onChange={(country) => onChange({ country })}
        />
      </div>
      <DayField
        label={t('leads.registeredFrom')}
        value={query.registeredFrom}
        onChange={(registeredFrom) => onChange({ registeredFrom })}
      />
      <DayField
        label={t('leads.registeredTo')}
        value={query.registeredTo}
        onChange={(registeredTo) => onChange({ registeredTo })}
      />
    </>
  )
}
