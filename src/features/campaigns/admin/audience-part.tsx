import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { describeError } from '#admin/kit/api/errors.ts'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useBadgeNames } from '#features/badges/admin/parts/badge-types.ts'
import { type Audience, type AudienceCount, badgeChoices } from '#features/campaigns/contract.ts'
import { languageNames, languages } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import { toggle } from './campaign-form.ts'
import styles from './campaigns.module.css'
import { describePeople } from './describe.ts'
import { useSentCampaigns } from './use-campaigns.ts'

interface AudiencePartProps {
  audience: Audience
  count: UseQueryResult<AudienceCount>
  readOnly: boolean
  /** The campaign that this is the audience of. */
  ownId: string | undefined
  onChange: (audience: Audience) => void
}

/** Whom a campaign is for, and how many that is at this moment. */
export function AudiencePart({ audience, count, readOnly, ownId, onChange }: AudiencePartProps) {
  const { t, format } = useTexts()
  const sent = useSentCampaigns()
  const nameOf = useBadgeNames((badge) => t(`campaigns.audience.badge.${badge}`))
  const change = (changes: Partial<Audience>) => onChange({ ...audience, ...changes })
  const { lead_ids: chosen } = audience
  return (
    <section className={styles.part} aria-labelledby="campaign-audience">
      <h2 id="campaign-audience">{t('campaigns.audience.title')}</h2>
      <div className={styles.halves}>
        <div className={styles.conditions}>
          <p className={styles.hint}>{t('campaigns.audience.hint')}</p>
          {chosen.length > 0 && (
            <Notice
              actions={
                !readOnly && (
                  <Button variant="default" size="sm" onClick={() => change({ lead_ids: [] })}>
                    {t('campaigns.audience.unchoose')}
                  </Button>
                )
              }
            >
              {t('campaigns.audience.chosen', {
                count: chosen.length,
                shown: format.number(chosen.length),
              })}
            </Notice>
          )}
          <Choices
            legend={t('campaigns.audience.segments')}
            values={segments}
            chosen={audience.segments}
            label={(segment) => t(`segments.${segment}`)}
            readOnly={readOnly}
            onChange={(values) => change({ segments: values })}
          />
          <Choices
            legend={t('campaigns.audience.languages')}
            values={languages}
            chosen={audience.languages}
            label={(language) => languageNames[language]}
            readOnly={readOnly}
            onChange={(values) => change({ languages: values })}
          />
          <Choices
            legend={t('campaigns.audience.badges')}
            values={badgeChoices}
            chosen={audience.badges}
            label={(badge) => (badge === 'none' ? t('campaigns.audience.badge.none') : nameOf(badge))}
            readOnly={readOnly}
            onChange={(values) => change({ badges: values })}
          />
          <div className={styles.pair}>
            <TextInput
              size="md"
              label={t('campaigns.audience.search')}
              description={t('campaigns.audience.searchHint')}
              inputWrapperOrder={['label', 'input', 'description']}
              maxLength={200}
              dir="auto"
              value={audience.search}
              readOnly={readOnly}
              onChange={(event) => change({ search: event.currentTarget.value })}
            />
            <NativeSelect
              size="md"
              label={t('campaigns.audience.except')}
              rightSection={<ChevronIcon />}
              value={audience.except_campaign ?? ''}
              disabled={readOnly}
              data={[
                { value: '', label: t('campaigns.audience.exceptNone') },
                ...(sent.data ?? [])
                  .filter(({ id }) => id !== ownId)
                  .map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(event) => change({ except_campaign: event.currentTarget.value || null })}
            />
          </div>
        </div>
        <Count count={count} />
      </div>
    </section>
  )
}

interface ChoicesProps<T extends string> {
  legend: string
  values: readonly T[]
  chosen: readonly T[]
  label: (value: T) => string
  readOnly: boolean
  onChange: (values: T[]) => void
}

function Choices<T extends string>({ legend, values, chosen, label, readOnly, onChange }: ChoicesProps<T>) {
  return (
    <fieldset className={styles.choicesOf} disabled={readOnly}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          size="sm"
          label={label(value)}
          checked={chosen.includes(value)}
          onChange={() => onChange(toggle(chosen, value))}
        />
      ))}
    </fieldset>
  )
}

/** How many an audience has at this moment, by language, and some of its people. */
function Count({ count }: { count: UseQueryResult<AudienceCount> }) {
  const { t, format } = useTexts()
  const { data } = count
  return (
    <aside className={styles.count} aria-label={t('campaigns.audience.count')} aria-busy={count.isFetching}>
      <h3>{t('campaigns.audience.count')}</h3>
      <p className={styles.total} role="status">
        {data
          ? describePeople(data.total, t, format)
          : count.isError
            ? '–'
            : t('campaigns.audience.counting')}
      </p>
      {count.isError && (
        <p className={styles.error} role="alert">
          {describeError(count.error, t)}
        </p>
      )}
      {data?.total === 0 && <p className={styles.hint}>{t('campaigns.audience.nobody')}</p>}
      {data && data.total > 0 && (
        <>
          <dl className={styles.byLanguage}>
            {languages
              .filter((language) => data.by_language[language])
              .map((language) => (
                <div key={language}>
                  <dt lang={language}>{languageNames[language]}</dt>
                  <dd>{format.number(data.by_language[language] ?? 0)}</dd>
                </div>
              ))}
          </dl>
          <h3>{t('campaigns.audience.sample')}</h3>
          <ul className={styles.sample}>
            {data.sample.map(({ id, name, company, segment }) => (
              <li key={id}>
                <bdi>{name}</bdi>
                <span>{company ? <bdi>{company}</bdi> : t(`segments.${segment}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
