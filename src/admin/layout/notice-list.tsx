import { useUser } from '#admin/kit/api/api-context.tsx'
import type { AdminNotice } from '#admin/kit/screen.ts'
import { isAllowed } from '#shared/permissions.ts'
import styles from './layout.module.css'

const lists = import.meta.glob<readonly AdminNotice[]>('../../features/*/admin/notices.ts', {
  eager: true,
  import: 'notices',
})
const notices = Object.values(lists).flat()

/** The notices of all features that the user may see. */
export function NoticeList() {
  const user = useUser()
  const allowed = notices.filter(({ permission }) => isAllowed(user, permission))
  if (allowed.length === 0) return null
  return (
    <div className={styles.notices}>
      {allowed.map(({ permission, Notice }) => (
        <Notice key={permission.action} />
      ))}
    </div>
  )
}
