import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { SearchIcon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Rows } from '#admin/kit/layout/rows.tsx'
import { SelectFilter } from '#admin/kit/list/filters.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { AwardedBadge, BadgeDescription } from '#features/badges/contract.ts'
import { badgePermissions } from '#features/badges/permissions.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { badgeTypes } from '#shared/badge-types.ts'
import { BadgeSeal } from '#ui/badge-seal-picture.tsx'
import styles from './badges.module.css'
import { RevokeDialog } from './revoke-dialog.tsx'
import { awardStates, useAwardFilter } from './use-award-filter.ts'
import { useAwards } from './use-badges.ts'

/** Every badge that was ever awarded, newest first. */
export function AwardList({ badges }: { badges: BadgeDescription[] }) {
  const { t, format } = useTexts()
  const list = useAwardFilter()
  const { filter, isNarrowed, clear } = list
  const awards = useAwards(filter)
  const canRevoke = useCan(badgePermissions.revoke)
  const [revoking, setRevoking] = useState<{ id: string; badge: string; holder: string }>()
  const nameOf = (award: AwardedBadge) => badges.find((one) => one.type === award.badge_type)?.name ?? ''

  return (
    <Panel title={t('badges.awards.title')}>
      <AwardFilters badges={badges} {...list} />
      {awards.isError && !awards.data && (
        <LoadFailure query={awards} describe={(reason) => t('badges.failedToLoad', { reason })} />
      )}
      {awards.isPending && <LoadingBlock height={180} />}
      {awards.data?.length === 0 && (
        <EmptyState
          title={t(isNarrowed ? 'badges.awards.noMatch' : 'badges.awards.none')}
          actions={
            isNarrowed && (
              <Button variant="default" onClick={clear}>
                {t('badges.awards.clear')}
              </Button>
            )
          }
        >
          {t(isNarrowed ? 'badges.awards.noMatchText' : 'badges.awards.noneText')}
        </EmptyState>
      )}
      {awards.data && awards.data.length > 0 && (
        <>
          <Rows>
            {awards.data.map((award) => (
              <AwardRow
                key={award.id}
                award={award}
                badge={nameOf(award)}
                canRevoke={canRevoke}
                onRevoke={(holder) => setRevoking({ id: award.id, badge: nameOf(award), holder })}
              />
            ))}
          </Rows>
          <Hint role="status">
            {t('badges.awards.count', { count: awards.total, number: format.number(awards.total) })}
          </Hint>
          <MoreButton query={awards}>{t('badges.awards.older')}</MoreButton>
        </>
      )}
      {revoking && <RevokeDialog award={revoking} onClose={() => setRevoking(undefined)} />}
    </Panel>
  )
}

interface AwardFiltersProps extends ReturnType<typeof useAwardFilter> {
  badges: BadgeDescription[]
}

function AwardFilters({ badges, query, typed, type, change, clear, isNarrowed }: AwardFiltersProps) {
  const { t } = useTexts()
  const searchLabel = t(
    useCan(leadPermissions.readAddresses) ? 'badges.awards.search' : 'badges.awards.searchNames',
  )
  return (
    <FilterBar active={[query.type, query.state].filter(Boolean).length}>
      <TextInput
        type="search"
        size="sm"
        aria-label={searchLabel}
        placeholder={searchLabel}
        leftSection={<SearchIcon />}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        maxLength={200}
      />
      <SelectFilter
        label={t('badges.awards.badge')}
        any={t('badges.awards.anyBadge')}
        options={badges.map((badge) => ({ value: badge.type, label: badge.name }))}
        value={query.type ?? ''}
        onChange={(value) => change({ type: badgeTypes.find((one) => one === value) })}
      />
      <SelectFilter
        label={t('badges.awards.state')}
        any={t('badges.awards.anyState')}
        options={awardStates.map((one) => ({ value: one, label: t(`badges.awards.states.${one}`) }))}
        value={query.state ?? ''}
        onChange={(value) => change({ state: awardStates.find((one) => one === value) })}
      />
      {isNarrowed && (
        <Button variant="subtle" onClick={clear}>
          {t('badges.awards.clear')}
        </Button>
      )}
    </FilterBar>
  )
}

interface AwardRowProps {
  award: AwardedBadge
  /** The badge's name. */
  badge: string
  canRevoke: boolean
  onRevoke: (holder: string) => void
}

function AwardRow({ award, badge, canRevoke, onRevoke }: AwardRowProps) {
  const { t, format } = useTexts()
  const { lead } = award
  return (
    <li className={styles.award}>
      <BadgeSeal type={award.badge_type} size={28} />
      <p>
        <b>{badge}</b>{' '}
        {lead ? (
          <Link to={`/admin/early-adopters/${lead.id}`} dir="auto">
            {lead.name}
          </Link>
        ) : (
          <span>{t('badges.awards.nobody')}</span>
        )}
      </p>
      <div>
        <Detail>{format.dateTime(award.awarded_at)}</Detail>
        <AwardState award={award} />
      </div>
      <ButtonRow>
        {lead && <OutwardLink to={award.url}>{t('badges.awards.page')}</OutwardLink>}
        {canRevoke && lead && !award.revoked_at && (
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={t('badges.awards.revokeNamed', {
              badge,
              name: lead.name,
            })}
            onClick={() => onRevoke(lead.name)}
          >
            {t('badges.awards.revoke')}
          </Button>
        )}
      </ButtonRow>
    </li>
  )
}

function AwardState({ award }: { award: AwardedBadge }) {
  const { t, format } = useTexts()
  if (award.erased_at)
    return <Detail>{t('badges.awards.erased', { date: format.date(award.erased_at) })}</Detail>
  if (!award.revoked_at) return null
  const date = format.date(award.revoked_at)
  return (
    <Detail isError>
      {award.revoke_reason
        ? t('badges.awards.revokedFor', { date, reason: award.revoke_reason })
        : t('badges.awards.revoked', { date })}
    </Detail>
  )
}
