import { lazy, Suspense, useEffect, useRef } from 'react'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { useConnection } from '#admin/kit/api/connection-context.tsx'
import type { AdminNotice } from '#admin/kit/screen.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { isAllowed } from '#shared/permissions.ts'
import styles from './layout.module.css'

const lists = import.meta.glob<readonly AdminNotice[]>('../../features/*/admin/warnings.ts', {
  eager: true,
  import: 'warnings',
})
const warnings = Object.values(lists)
  .flat()
  .map(({ permission, load }) => ({
    permission,
    Warning: lazy(async () => ({ default: await load().catch(() => () => null) })),
  }))

/** What keeps the admin from working, above every screen for as long as it lasts: no connection, no mail. */
export function StatusStrip() {
  const { t } = useTexts()
  const { role } = useUser()
  const connection = useConnection()
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = strip
    if (!current) return
    // What stands below the header is placed by it.
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--strip', `${current.offsetHeight}px`),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={strip} className={styles.strip} role="status">
      {connection !== 'connected' && <p data-error>{t(`connection.${connection}`)}</p>}
      <Suspense>
        {warnings
          .filter(({ permission }) => isAllowed(role, permission))
          .map(({ permission, Warning }) => (
            <Warning key={permission.action} />
          ))}
      </Suspense>
    </div>
  )
}
