import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { optionalPart } from '#admin/kit/layout/optional-part.ts'
import { firstScreen } from '#admin/screens.ts'

const NoticeList = optionalPart(async () => (await import('./notice-list.tsx')).NoticeList)

/** The notices of all features, above the screen that the admin opens with. */
export function FirstScreenNotices() {
  const { pathname } = useLocation()
  return pathname === firstScreen ? (
    <Suspense>
      <NoticeList />
    </Suspense>
  ) : null
}
