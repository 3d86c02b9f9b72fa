import { useMediaQuery } from '@mantine/hooks'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { nameArea } from '#admin/kit/texts/permission-texts.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { groupByFeature } from '#features/accounts/admin/parts/permission-groups.ts'
import { usePermissions } from '#features/accounts/admin/parts/use-permissions.ts'
import type { PermissionEntry } from '#features/accounts/contract.ts'
import { PermissionList } from './permission-list.tsx'
import { Lock } from './permission-marks.tsx'
import { PermissionTable } from './permission-table.tsx'
import styles from './permissions.module.css'
import { UsersHead } from './users-head.tsx'

/** What each kind of account may do. */
export function PermissionsScreen() {
  const { t } = useTexts()
  const permissions = usePermissions()
  return (
    <>
      <UsersHead title={t('screens.permissions')} intro={t('permissions.intro')} />
      {permissions.isPending && <LoadingLines />}
      {permissions.isError && !permissions.data && (
        <LoadFailure query={permissions} describe={(reason) => t('permissions.failed', { reason })} />
      )}
      {permissions.data && <Permissions entries={permissions.data} />}
    </>
  )
}

/** A table; on a phone, one kind of account at a time. */
function Permissions({ entries }: { entries: PermissionEntry[] }) {
  const { t, language } = useTexts()
  const isNarrow = useMediaQuery('(max-width: 47.99rem)', false, { getInitialValueInEffect: false })
  const groups = groupByFeature(
    entries,
    (feature) => nameArea(feature, t),
    (one, other) => one.localeCompare(other, language),
  )
  return (
    <>
      <div className={styles.notes}>
        <p>{t('permissions.translatorNote')}</p>
        <p>
          <Lock /> {t('permissions.passwordNote')}
        </p>
      </div>
      {isNarrow ? <PermissionList groups={groups} /> : <PermissionTable groups={groups} />}
    </>
  )
}
