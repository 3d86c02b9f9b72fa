import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#admin/kit/api/api-context.tsx'
import type { AdminNotice } from '#admin/kit/screen.ts'
import { firstScreen } from '#admin/screens.ts'
import { isAllowed } from '#shared/permissions.ts'
import styles from './layout.module.css'

const lists = import.meta.glob<readonly AdminNotice[]>('../../features/*/admin/notices.ts', {
  eager: true,
  import: 'notices',
})

const notices = Object.values(lists)
  .flat()
  .map(({ permission, load }) => ({
    permission,
    // A notice that cannot be loaded is not worth the screen below it.
    Notice: lazy(async () => ({ default: await load().catch(() => () => null) })),
  }))

/** The notices of all features, above the screen that the admin opens with. */
export function FirstScreenNotices() {
  const user = useUser()
  const { pathname } = useLocation()
  const allowed = notices.filter(({ permission }) => isAllowed(user, permission))
  if (pathname !== firstScreen || allowed.length === 0) return null
  return (
    <div className={styles.notices}>
      <Suspense>
        {allowed.map(({ permission, Notice }) => (
          <Notice key={permission.action} />
        ))}
      </Suspense>
    </div>
  )
}
