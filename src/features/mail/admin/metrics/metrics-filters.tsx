import { Button, NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type MetricsPart, mailKinds } from '#features/mail/contract.ts'
import { languageNames, languages } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import styles from './metrics.module.css'
import { isNarrowed, type MetricsChoice, type Period, periods } from './metrics-query.ts'

interface MetricsFiltersProps {
  choice: MetricsChoice
  /** The campaigns that there are in the period. */
  campaigns: readonly MetricsPart[]
  onChoose: (choice: MetricsChoice) => void
}

/** The period, and which mails. */
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
    <search className={styles.filters} aria-label={t('metrics.filters.label')}>
      <PeriodChoice chosen={choice.days} onChoose={(days) => onChoose({ ...choice, days })} />
      {selects.map(({ name, any, label, options }) => (
        <NativeSelect
          key={name}
          size="md"
          aria-label={label}
          rightSection={<ChevronIcon />}
          value={choice[name] ?? ''}
          data={[{ value: '', label: any }, ...options]}
          onChange={(event) => onChoose({ ...choice, [name]: event.currentTarget.value || undefined })}
        />
      ))}
      {isNarrowed(choice) && (
        <Button variant="subtle" onClick={() => onChoose({ days: choice.days })}>
          {t('metrics.filters.clear')}
        </Button>
      )}
    </search>
  )
}

function PeriodChoice({ chosen, onChoose }: { chosen: Period; onChoose: (period: Period) => void }) {
  const { t } = useTexts()
  const name = useId()
  return (
    <fieldset className={styles.periods}>
      <legend>{t('metrics.period.label')}</legend>
      {periods.map((period) => (
        <label key={period}>
          <input type="radio" name={name} checked={chosen === period} onChange={() => onChoose(period)} />
          <span>{t('metrics.period.days', { count: period })}</span>
        </label>
      ))}
    </fieldset>
  )
}
