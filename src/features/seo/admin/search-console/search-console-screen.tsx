import '#features/seo/admin/tools/texts.ts'
import './texts.ts'
import { Link } from 'react-router'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { isolate } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SeoHead } from '#features/seo/admin/seo-head.tsx'
import type { SearchConsoleOverview } from '#features/seo/search-console/contract.ts'
import { FigurePanel } from './figure-panel.tsx'
import { IndexPanel } from './index-panel.tsx'
import { readShown, writeShown } from './shown.ts'
import { useSearchConsole } from './use-search-console.ts'

/** How the site is found by Google, and which of its addresses are in the index. */
export function SearchConsoleScreen() {
  const { t } = useTexts()
  const overview = useSearchConsole()
  const list = useListQuery({ read: readShown, write: writeShown })
  const { data } = overview
  return (
    <>
      <SeoHead />
      {overview.isPending && <LoadingLines />}
      {overview.isError && !data && (
        <LoadFailure query={overview} describe={(reason) => t('searchConsole.failed', { reason })} />
      )}
      {data && (
        <Stack gap="large">
          <Obstacle overview={data} />
          {(data.obstacle === null || data.figures.last_day !== null) && (
            <FigurePanel overview={data} shown={list.query} change={list.change} />
          )}
          {(data.obstacle === null || data.inspections.addresses > 0) && (
            <IndexPanel overview={data} list={list} />
          )}
        </Stack>
      )}
    </>
  )
}

/** Why Google is asked nothing, and where that is put right. */
function Obstacle({ overview: { obstacle, property } }: { overview: SearchConsoleOverview }) {
  const { t } = useTexts()
  if (obstacle === null) return null
  return (
    <Notice
      title={t(`searchConsole.obstacles.${obstacle}.title`)}
      actions={
        obstacle !== 'not_public' && <Link to="/admin/settings/seo">{t('searchConsole.settings')}</Link>
      }
    >
      {t(`searchConsole.obstacles.${obstacle}.text`, { property: isolate(property) })}
    </Notice>
  )
}
