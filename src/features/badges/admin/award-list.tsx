import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { ChevronIcon, OutwardIcon } from '#admin/kit/icons.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type AwardedBadge, type BadgeDescription, badgeTypes } from '#features/badges/contract.ts'
import { badgePermissions } from '#features/badges/permissions.ts'
import { BadgeSeal } from '#ui/badge-seal-picture.tsx'
import styles from './badges.module.css'
import { RevokeDialog } from './revoke-dialog.tsx'
import { type AwardFilter, useAwards } from './use-badges.ts'

const states = ['held', 'revoked', 'erased'] as const

function useAwardFilter() {
  const [params, setParams] = useSearchParams()
  const type = badgeTypes.find((one) => one === params.get('badge'))
  const state = states.find((one) => one === params.get('state'))
  const filter: AwardFilter = { ...(type && { badge_type: type }), ...(state && { state }) }
  function choose(name: 'badge' | 'state', value: string) {
    const next = new URLSearchParams(params)
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { replace: true })
  }
  return { filter, type, state, choose }
}

/** Every badge that was ever awarded, newest first. */
export function AwardList({ badges }: { badges: BadgeDescription[] }) {
  const { t, format } = useTexts()
  const { filter, type, state, choose } = useAwardFilter()
  const awards = useAwards(filter)
  const canEdit = useCan(badgePermissions.revoke)
  const [revoking, setRevoking] = useState<{ id: string; badge: string; holder: string }>()
  const nameOf = (award: AwardedBadge) => badges.find((one) => one.type === award.badge_type)?.name ?? ''

  return (
    <section className={styles.section} aria-labelledby="awards">
      <div className={styles.sectionHead}>
        <h2 id="awards">{t('badges.awards.title')}</h2>
        <div className={styles.filters}>
          <NativeSelect
            aria-label={t('badges.awards.badge')}
            value={type ?? ''}
            onChange={(event) => choose('badge', event.currentTarget.value)}
            rightSection={<ChevronIcon />}
            data={[
              { value: '', label: t('badges.awards.anyBadge') },
              ...badges.map((badge) => ({ value: badge.type, label: badge.name })),
            ]}
          />
          <NativeSelect
            aria-label={t('badges.awards.state')}
            value={state ?? ''}
            onChange={(event) => choose('state', event.currentTarget.value)}
            rightSection={<ChevronIcon />}
            data={[
              { value: '', label: t('badges.awards.anyState') },
              ...states.map((one) => ({ value: one, label: t(`badges.awards.states.${one}`) })),
            ]}
          />
        </div>
      </div>
      {awards.isError && !awards.data && (
        <LoadFailure query={awards} describe={(reason) => t('badges.failedToLoad', { reason })} />
      )}
      {awards.isPending && <Skeleton height={180} role="status" aria-label={t('loading')} />}
      {awards.data?.length === 0 && (
        <EmptyState title={t(type || state ? 'badges.awards.noMatch' : 'badges.awards.none')}>
          {t('badges.awards.noneText')}
        </EmptyState>
      )}
      {awards.data && awards.data.length > 0 && (
        <>
          <ul className={styles.awards}>
            {awards.data.map((award) => (
              <li key={award.id}>
                <BadgeSeal type={award.badge_type} size={44} className={styles.seal} />
                <p className={styles.who}>
                  <b>{nameOf(award)}</b>
                  {award.lead ? (
                    <Link to={`/admin/early-adopters/${award.lead.id}`} dir="auto">
                      {award.lead.name}
                    </Link>
                  ) : (
                    <span>{t('badges.awards.nobody')}</span>
                  )}
                </p>
                <p className={styles.when}>
                  {format.dateTime(award.awarded_at)}
                  <AwardState award={award} />
                </p>
                <p className={styles.deeds}>
                  {award.lead && (
                    <a href={award.url} target="_blank" rel="noreferrer">
                      {t('badges.awards.page')}
                      <OutwardIcon />
                    </a>
                  )}
                  {canEdit && award.lead && !award.revoked_at && (
                    <Button
                      variant="subtle"
                      size="compact-md"
                      aria-label={t('badges.awards.revokeNamed', {
                        badge: nameOf(award),
                        name: award.lead.name,
                      })}
                      onClick={() =>
                        setRevoking({ id: award.id, badge: nameOf(award), holder: award.lead?.name ?? '' })
                      }
                    >
                      {t('badges.awards.revoke')}
                    </Button>
                  )}
                </p>
              </li>
            ))}
          </ul>
          <p className={styles.count} role="status">
            {t('badges.awards.count', { count: awards.total, number: format.number(awards.total) })}
          </p>
          <MoreButton query={awards}>{t('badges.awards.older')}</MoreButton>
        </>
      )}
      {revoking && <RevokeDialog award={revoking} onClose={() => setRevoking(undefined)} />}
    </section>
  )
}

function AwardState({ award }: { award: AwardedBadge }) {
  const { t, format } = useTexts()
  if (award.erased_at)
    return <small>{t('badges.awards.erased', { date: format.date(award.erased_at) })}</small>
  if (!award.revoked_at) return null
  const date = format.date(award.revoked_at)
  return (
    <small data-revoked>
      {award.revoke_reason
        ? t('badges.awards.revokedFor', { date, reason: award.revoke_reason })
        : t('badges.awards.revoked', { date })}
    </small>
  )
}
