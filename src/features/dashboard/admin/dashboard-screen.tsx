import { Button } from '@mantine/core'
import { Link, useLocation, useSearchParams } from 'react-router'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { optionalPart } from '#admin/kit/layout/optional-part.ts'
import { WhenNear } from '#admin/kit/layout/when-near.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { readShown } from '#features/analytics/admin/parts/shown.ts'
import { ShownContext } from '#features/analytics/admin/parts/shown-context.tsx'
import { Figures } from '#features/dashboard/admin/parts/figures.tsx'
import '#features/dashboard/admin/parts/texts.ts'

const RecentDocuments = optionalPart(
  async () => (await import('#features/documents/admin/parts/recent-documents.tsx')).RecentDocumentsPanel,
)

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
      <Stack gap="large">
        <Figures />
        <WhenNear>
          <RecentDocuments />
        </WhenNear>
      </Stack>
    </ShownContext>
  )
}
