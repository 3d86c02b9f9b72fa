import '#features/badges/admin/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/badges/admin/badges.module.css'
import { RevokeDialog } from '#features/badges/admin/revoke-dialog.tsx'
import { type BadgeLead, useLeadAwards } from '#features/badges/admin/use-badges.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import { BadgeSeal } from '#ui/badge-seal-picture.tsx'

interface LeadBadgesProps {
  lead: BadgeLead
  nameOf: (type: BadgeType) => string
  canEdit: boolean
  /** Called once a badge was revoked, so that the screen can be updated. */
  onRevoked: () => void
}

/** The badges that a lead holds, each with a link to its public page and a button to revoke it. */
export function LeadBadges({ lead, nameOf, canEdit, onRevoked }: LeadBadgesProps) {
  const { t, format } = useTexts()
  const awards = useLeadAwards(lead)
  const [revoking, setRevoking] = useState<{ id: string; badge: string; holder: string }>()
  return (
    <>
      {lead.badges.length > 0 && (
        <ul className={styles.held}>
          {lead.badges.map((type) => {
            const award = awards.data?.find((one) => one.badge_type === type && one.revoked_at === null)
            const badge = nameOf(type)
            return (
              <li key={type}>
                <BadgeSeal type={type} size={56} />
                <div>
                  <b dir="auto">{badge}</b>
                  <Detail>{award ? format.date(award.awarded_at) : '\u00a0'}</Detail>
                  <ButtonRow>
                    {award && <OutwardLink to={award.url}>{t('badges.awards.page')}</OutwardLink>}
                    {award && canEdit && (
                      <Button
                        variant="subtle"
                        size="compact-md"
                        aria-label={t('badges.awards.revokeNamed', { badge, name: lead.name })}
                        onClick={() => setRevoking({ id: award.id, badge, holder: lead.name })}
                      >
                        {t('badges.awards.revoke')}
                      </Button>
                    )}
                  </ButtonRow>
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {awards.isError && !awards.data && (
        <LoadFailure query={awards} describe={(reason) => t('badges.failedToLoad', { reason })} />
      )}
      {revoking && (
        <RevokeDialog award={revoking} onDone={onRevoked} onClose={() => setRevoking(undefined)} />
      )}
    </>
  )
}
