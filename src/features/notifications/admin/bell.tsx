import { Popover } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { BellIcon } from '#admin/kit/icons.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './bell.module.css'
import { useBell } from './use-bell.ts'

const loadWindow = () => import('./bell-window.tsx')
// Most screens are left without opening it.
const BellWindow = lazy(async () => ({ default: (await loadWindow()).BellWindow }))

/** How many are unread, and the newest in a window below. */
export function Bell() {
  const { t } = useTexts()
  const bell = useBell()
  const [isOpen, setOpen] = useState(false)
  const titleId = useId()
  const unread = bell.data?.unread ?? 0
  const label = unread > 0 ? t('shell.bell', { count: unread }) : t('shell.bellEmpty')
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        width="min(26rem, calc(100vw - 1.5rem))"
        trapFocus
        returnFocus
        shadow="none"
      >
        <Popover.Target>
          <button
            type="button"
            className={styles.bell}
            aria-label={label}
            onPointerEnter={() => void loadWindow()}
            onClick={() => setOpen(!isOpen)}
          >
            <BellIcon />
            {unread > 0 && (
              <span className={styles.count} aria-hidden="true">
                <Count unread={unread} />
              </span>
            )}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={styles.window ?? ''} aria-labelledby={titleId}>
          <Suspense fallback={<LoadingLines />}>
            <BellWindow bell={bell} titleId={titleId} onLeave={() => setOpen(false)} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden as="output">{unread > 0 ? label : ''}</VisuallyHidden>
    </>
  )
}

/** The number of unread notifications, as far as there is room for it. */
function Count({ unread }: { unread: number }) {
  const { format } = useTexts()
  return unread > 99 ? `${format.number(99)}+` : format.number(unread)
}
