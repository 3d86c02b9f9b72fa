import { Button } from '@mantine/core'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { SelectFilter } from '#admin/kit/list/filters.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type MetricsPart, mailKinds } from '#features/mail/contract.ts'
import { languageNames, languages } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import { periods } from '#shared/time/periods.ts'
import { isNarrowed, type MetricsChoice } from './metrics-query.ts'

interface MetricsFiltersProps {
  choice: MetricsChoice
  /** The campaigns with mails in the period. */
  campaigns: readonly MetricsPart[]
  onChoose: (choice: MetricsChoice) => void
}

/** The filters of the metrics: the period, and which mails. */
export function MetricsFilters({ choice, campaigns, onChoose }: MetricsFiltersProps) {
  const { t } = useTexts()
  const { campaign } = choice
  const isListed = !campaign || campaigns.some(({ key }) => key === campaign)
  const nameable = isListed ? campaigns : [{ key: campaign, name: null }, ...campaigns]
  const selects = [
    {
      name: 'kind',
      any: t('metrics.filters.anyKind'),
      label: t('metrics.filters.kind'),
      options: mailKinds.map((kind) => ({ value: kind, label: t(`metrics.kinds.${kind}`) })),
    },
    {
      name: 'campaign',
      any: t('metrics.filters.anyCampaign'),
      label: t('metrics.filters.campaign'),
      options: nameable.map(({ key, name }) => ({ value: key, label: name ?? t('metrics.breakdown.gone') })),
    },
    {
      name: 'language',
      any: t('metrics.filters.anyLanguage'),
      label: t('metrics.filters.language'),
      options: languages.map((code) => ({ value: code, label: languageNames[code] })),
    },
    {
      name: 'segment',
      any: t('metrics.filters.anySegment'),
      label: t('metrics.filters.segment'),
      options: segments.map((segment) => ({ value: segment, label: t(`segments.${segment}`) })),
    },
  ] as const
  return (
    <FilterBar label={t('metrics.filters.label')}>
      <Segmented
        legend={t('metrics.period.label')}
        options={periods.map((days) => ({ value: days, label: t('metrics.period.days', { count: days }) }))}
        value={choice.days}
        onChange={(days) => onChoose({ ...choice, days })}
      />
      {selects.map(({ name, ...select }) => (
        <SelectFilter
          key={name}
          {...select}
          value={choice[name] ?? ''}
          onChange={(value) => onChoose({ ...choice, [name]: value || undefined })}
        />
      ))}
      {isNarrowed(choice) && (
        <Button variant="subtle" onClick={() => onChoose({ days: choice.days })}>
          {t('metrics.filters.clear')}
        </Button>
      )}
    </FilterBar>
  )
}
