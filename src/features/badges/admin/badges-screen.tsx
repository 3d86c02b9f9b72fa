import './texts.ts'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useBadgeTypes } from '#features/badges/admin/parts/badge-types.ts'
import type { BadgeDescription } from '#features/badges/contract.ts'
import { badgePermissions } from '#features/badges/permissions.ts'
import { BadgeSeal } from '#ui/badge-seal-picture.tsx'
import { AwardList } from './award-list.tsx'
import styles from './badges.module.css'
import { KeyPanel } from './key-panel.tsx'

/** The badges of the programme: what they are, who was awarded them, and the keys that they are signed with. */
export function BadgesScreen() {
  const { t } = useTexts()
  const types = useBadgeTypes()
  const canEdit = useCan(badgePermissions.editTexts)
  const canReadKeys = useCan(badgePermissions.readKeys)
  return (
    <>
      <ScreenHeading title={t('screens.badges')} intro={t('badges.intro')} />
      {types.isPending && <LoadingBlock height={240} />}
      {types.isError && !types.data && (
        <LoadFailure query={types} describe={(reason) => t('badges.failedToLoad', { reason })} />
      )}
      {types.data && (
        <Stack gap="large">
          <ul className={styles.badges}>
            {types.data.map((badge) => (
              <BadgeCard key={badge.type} badge={badge} canEdit={canEdit} />
            ))}
          </ul>
          <AwardList badges={types.data} />
          {canReadKeys && <KeyPanel />}
        </Stack>
      )}
    </>
  )
}

function BadgeCard({ badge, canEdit }: { badge: BadgeDescription; canEdit: boolean }) {
  const { t, format } = useTexts()
  const { type, name, description, holders } = badge
  return (
    <li className={styles.badge}>
      <BadgeSeal type={type} size={88} />
      <h2 id={`badge-${type}`}>{name}</h2>
      <p>{description}</p>
      <p className={styles.holders}>
        {t('badges.holders', { count: holders, number: format.number(holders) })}
      </p>
      <Link to={`/admin/badges/${type}`} id={`edit-${type}`} aria-labelledby={`edit-${type} badge-${type}`}>
        {t(canEdit ? 'badges.edit' : 'badges.read')}
      </Link>
    </li>
  )
}
