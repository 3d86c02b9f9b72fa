import './texts.ts'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SeoHead } from '#features/seo/admin/seo-head.tsx'
import { EnginePanel } from './engine-panel.tsx'
import { SitemapPanel } from './sitemap-panel.tsx'
import { SubmissionLog } from './submission-log.tsx'
import { useEngines } from './use-submissions.ts'

/** What search engines are told of changed addresses, and what they have answered. */
export function ToolsScreen() {
  const { t } = useTexts()
  const engines = useEngines()
  const { data } = engines
  return (
    <>
      <SeoHead />
      {engines.isPending && <LoadingLines />}
      {engines.isError && !data && (
        <LoadFailure query={engines} describe={(reason) => t('submissions.failed', { reason })} />
      )}
      {data && (
        <Stack gap="large">
          <SitemapPanel overview={data} />
          <EnginePanel overview={data} />
          <SubmissionLog />
        </Stack>
      )}
    </>
  )
}
