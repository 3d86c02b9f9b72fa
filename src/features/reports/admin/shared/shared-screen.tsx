import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { OpenPage } from '#admin/kit/layout/open-page.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { readShown } from '#features/analytics/admin/parts/shown.ts'
import { ShownContext } from '#features/analytics/admin/parts/shown-context.tsx'
import { Figures } from '#features/dashboard/admin/parts/figures.tsx'
import '#features/reports/admin/texts.ts'
import { OpenLink } from '#features/reports/contract.ts'

/** The figures for whoever has the link: all of the start screen, to be read only. */
export function SharedScreen({ token }: { token: string }) {
  return (
    <OpenPage home="/" width="wide">
      {token === '' ? <Ended /> : <SharedFigures />}
    </OpenPage>
  )
}

function SharedFigures() {
  const { t, format } = useTexts()
  const api = useApi()
  const [params] = useSearchParams()
  const link = useQuery({
    queryKey: ['link'],
    queryFn: ({ signal }) => api.get('/api/reports/link', OpenLink, signal),
    // A link that has ended says so while its figures still stand there.
    refetchInterval: 60_000,
  })
  if (link.error instanceof ApiError && link.error.status === 401) return <Ended />
  if (link.isError && !link.data) return <LoadFailure query={link} title={t('reports.shared.failed')} />
  if (!link.data) return <LoadingBlock height={320} />
  return (
    <ShownContext value={readShown(params)}>
      <ScreenHeading
        title={link.data.name}
        intro={t('reports.shared.until', { time: format.dateTime(link.data.expires_at) })}
      />
      <Figures />
    </ShownContext>
  )
}

function Ended() {
  const { t } = useTexts()
  return (
    <>
      <ScreenHeading title={t('reports.shared.endedTitle')} />
      <Notice>{t('reports.shared.endedText')}</Notice>
    </>
  )
}
