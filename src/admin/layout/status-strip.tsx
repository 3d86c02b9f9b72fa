import { lazy, useRef } from 'react'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { useConnection } from '#admin/kit/api/connection-context.tsx'
import type { AdminWarning } from '#admin/kit/screen.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { isAllowed } from '#shared/permissions.ts'
import styles from './layout.module.css'
import { useStripRoom } from './use-strip-room.ts'

const lists = import.meta.glob<readonly AdminWarning[]>('../../features/*/admin/warnings.ts', {
  eager: true,
  import: 'warnings',
})
const warnings = Object.values(lists)
  .flat()
  .map(({ permission, load }) => {
    // Not only once it is drawn: the frame appears together with its warnings.
    const loading = load().catch(() => () => null)
    return { permission, Warning: lazy(async () => ({ default: await loading })) }
  })

/** What keeps the admin from working, on every screen for as long as it lasts: no connection, no mail. */
export function StatusStrip() {
  const { t } = useTexts()
  const user = useUser()
  const connection = useConnection()
  const strip = useRef<HTMLDivElement>(null)
  useStripRoom(strip)
  return (
    <div ref={strip} className={styles.strip} role="status">
      {connection === 'connected' ? (
        warnings
          .filter(({ permission }) => isAllowed(user, permission))
          .map(({ permission, Warning }) => <Warning key={permission.action} />)
      ) : (
        // Without the server, nothing else that is said here is known.
        <p data-error>{t(`connection.${connection}`)}</p>
      )}
    </div>
  )
}
