import { Button } from '@mantine/core'
import { Link, useLocation, useSearchParams } from 'react-router'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { readShown } from '#features/analytics/admin/parts/shown.ts'
import { ShownContext } from '#features/analytics/admin/parts/shown-context.tsx'
import { Figures } from '#features/dashboard/admin/parts/figures.tsx'
import '#features/dashboard/admin/parts/texts.ts'

/** The start screen: signatures, the funnel, segments, days and countries, and below them the visits. */
export function DashboardScreen() {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const { search } = useLocation()
  return (
    <ShownContext value={readShown(params)}>
      <ScreenHeading
        title={t('screens.dashboard')}
        intro={t('dashboard.intro')}
        aside={
          <Button component={Link} to={{ pathname: '/admin/reports', search }} variant="default">
            {t('dashboard.share')}
          </Button>
        }
      />
      <Figures />
    </ShownContext>
  )
}
