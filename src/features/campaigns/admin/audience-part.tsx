import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { describeError } from '#admin/kit/api/errors.ts'
import { Choices } from '#admin/kit/form/choices.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { Columns, FieldPair, Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useBadgeNames } from '#features/badges/admin/parts/badge-types.ts'
import { type Audience, type AudienceCount, badgeChoices } from '#features/campaigns/contract.ts'
import { TagChoices } from '#features/early-adopters/admin/parts/tag-choices.tsx'
import { languageNames, languages } from '#shared/languages.ts'
import { leadKinds } from '#shared/lead-requests.ts'
import { segments } from '#shared/segments.ts'
import { AudienceFromFilter, SaveAudience } from './audience-from-filter.tsx'
import styles from './campaigns.module.css'
import { describePeople } from './describe.ts'
import { useSentCampaigns } from './use-campaigns.ts'

interface AudiencePartProps {
  audience: Audience
  count: UseQueryResult<AudienceCount>
  readOnly: boolean
  /** The campaign that is edited. */
  ownId: string | undefined
  onChange: (audience: Audience) => void
}

/** The audience of a campaign, and its current size. */
export function AudiencePart({ audience, count, readOnly, ownId, onChange }: AudiencePartProps) {
  const { t } = useTexts()
  const nameOf = useBadgeNames((badge) => t(`campaigns.audience.badge.${badge}`))
  const change = (changes: Partial<Audience>) => onChange({ ...audience, ...changes })
  const { lead_ids: chosen } = audience
  return (
    <Panel title={t('campaigns.audience.title')}>
      <Columns second="margin">
        <Stack>
          <Hint>{t('campaigns.audience.hint')}</Hint>
          {!readOnly && <AudienceFromFilter audience={audience} onChange={onChange} />}
          {chosen.length > 0 && (
            <ChosenLeads
              count={chosen.length}
              onClear={readOnly ? undefined : () => change({ lead_ids: [] })}
            />
          )}
          <Choices
            legend={t('campaigns.audience.segments')}
            values={segments}
            chosen={audience.segments}
            label={(segment) => t(`segments.${segment}`)}
            disabled={readOnly}
            onChange={(values) => change({ segments: values })}
          />
          <Choices
            legend={t('campaigns.audience.languages')}
            values={languages}
            chosen={audience.languages}
            label={(language) => languageNames[language]}
            disabled={readOnly}
            onChange={(values) => change({ languages: values })}
          />
          <Choices
            legend={t('campaigns.audience.kinds')}
            values={leadKinds}
            chosen={audience.kinds}
            label={(kind) => t(`campaigns.audience.kind.${kind}`)}
            disabled={readOnly}
            onChange={(values) => change({ kinds: values })}
          />
          <Choices
            legend={t('campaigns.audience.badges')}
            values={badgeChoices}
            chosen={audience.badges}
            label={(badge) => (badge === 'none' ? t('campaigns.audience.badge.none') : nameOf(badge))}
            disabled={readOnly}
            onChange={(values) => change({ badges: values })}
          />
          <TagChoices chosen={audience.tags} readOnly={readOnly} onChange={(tags) => change({ tags })} />
          <SearchAndMail {...{ audience, readOnly, ownId, change }} />
          {!readOnly && <SaveAudience audience={audience} />}
        </Stack>
        <Count count={count} />
      </Columns>
    </Panel>
  )
}

interface SearchAndMailProps extends Pick<AudiencePartProps, 'audience' | 'readOnly' | 'ownId'> {
  change: (next: Partial<Audience>) => void
}

/** The search among people, and what they have got already. */
function SearchAndMail({ audience, readOnly, ownId, change }: SearchAndMailProps) {
  const { t } = useTexts()
  return (
    <>
      <FieldPair>
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
        <SentCampaignChoice
          {...{ readOnly, ownId }}
          label={t('campaigns.audience.except')}
          none={t('campaigns.audience.exceptNone')}
          chosen={audience.except_campaign}
          onChange={(campaign) => change({ except_campaign: campaign })}
        />
      </FieldPair>
      <SentCampaignChoice
        {...{ readOnly, ownId }}
        label={t('campaigns.audience.unopened')}
        hint={t('campaigns.audience.unopenedHint')}
        none={t('campaigns.audience.unopenedNone')}
        chosen={audience.unopened_campaign}
        onChange={(campaign) => change({ unopened_campaign: campaign })}
      />
    </>
  )
}

interface SentCampaignChoiceProps extends Pick<AudiencePartProps, 'readOnly' | 'ownId'> {
  label: string
  hint?: string
  /** The label of the choice of no campaign. */
  none: string
  chosen: string | null
  onChange: (campaign: string | null) => void
}

/** The choice of a campaign that was sent. */
function SentCampaignChoice(props: SentCampaignChoiceProps) {
  const { label, hint, none, chosen, readOnly, ownId, onChange } = props
  const sent = useSentCampaigns()
  const others = (sent.data ?? []).filter(({ id }) => id !== ownId)
  return (
    <NativeSelect
      size="md"
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description']}
      rightSection={<ChevronIcon />}
      value={chosen ?? ''}
      disabled={readOnly}
      data={[
        { value: '', label: none },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
        // Until the list has come, and for a campaign older than the list.
        ...(chosen && !others.some(({ id }) => id === chosen) ? [{ value: chosen, label: '…' }] : []),
      ]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}

/** The notice that the campaign is for leads that were chosen one by one. */
function ChosenLeads({ count, onClear }: { count: number; onClear: (() => void) | undefined }) {
  const { t, format } = useTexts()
  return (
    <Notice
      actions={
        onClear && (
          <Button variant="default" size="sm" onClick={onClear}>
            {t('campaigns.audience.unchoose')}
          </Button>
        )
      }
    >
      {t('campaigns.audience.chosen', { count, shown: format.number(count) })}
    </Notice>
  )
}

/** The current size of an audience, by language, with a sample of its people. */
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
        <Hint isError role="alert">
          {describeError(count.error, t)}
        </Hint>
      )}
      {data?.total === 0 && <Hint>{t('campaigns.audience.nobody')}</Hint>}
      {data && data.total > 0 && <Sample count={data} />}
    </aside>
  )
}

function Sample({ count: { by_language: byLanguage, sample } }: { count: AudienceCount }) {
  const { t, format } = useTexts()
  return (
    <>
      <Facts
        layout="ruled"
        facts={languages
          .filter((language) => byLanguage[language])
          .map((language) => ({
            name: languageNames[language],
            value: format.number(byLanguage[language] ?? 0),
            lang: language,
          }))}
      />
      <h3>{t('campaigns.audience.sample')}</h3>
      <ul>
        {sample.map(({ id, name, company, segment }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            <Detail>{company ? <bdi>{company}</bdi> : t(`segments.${segment}`)}</Detail>
          </li>
        ))}
      </ul>
    </>
  )
}
