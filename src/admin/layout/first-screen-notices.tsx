import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { firstScreen } from '#admin/screens.ts'

// Notices that cannot be loaded are not worth the screen below them.
const NoticeList = lazy(() =>
  import('./notice-list.tsx').then(
    ({ NoticeList }) => ({ default: NoticeList }),
    () => ({ default: () => null }),
  ),
)

/** The notices of all features, above the screen that the admin opens with. */
export function FirstScreenNotices() {
  const { pathname } = useLocation()
  return pathname === firstScreen ? (
    <Suspense>
      <NoticeList />
    </Suspense>
  ) : null
}
