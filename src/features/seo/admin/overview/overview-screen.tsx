import './texts.ts'
import { useSearchParams } from 'react-router'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { Columns } from '#admin/kit/layout/columns.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SeoHead } from '#features/seo/admin/seo-head.tsx'
import type { SeoCheck } from '#features/seo/prover/contract.ts'
import { CheckPanel } from './check-panel.tsx'
import { FindingsView } from './findings-view.tsx'
import { HealthPanel } from './health-panel.tsx'
import styles from './overview.module.css'
import { readShown, type Shown, views, writeShown } from './overview-query.ts'
import { PageFilter } from './page-filter.tsx'
import { PageMatrix } from './page-matrix.tsx'
import { StructureView, TextView, type TextViewProps } from './text-views.tsx'
import { useChecks, usePages } from './use-site-check.ts'

/** How search engines see the site: what they read first, and what the last check of the pages has found. */
export function OverviewScreen() {
  const { t } = useTexts()
  const checks = useChecks()
  return (
    <>
      <SeoHead />
      <Columns from="medium">
        <HealthPanel />
        {checks.data ? (
          <CheckPanel checks={checks.data} />
        ) : checks.isError ? (
          <LoadFailure query={checks} describe={(reason) => t('siteCheck.failedToLoad', { reason })} />
        ) : (
          <LoadingLines />
        )}
      </Columns>
      {checks.data?.last_full && <Results lastFull={checks.data.last_full} />}
    </>
  )
}

function Results({ lastFull }: { lastFull: SeoCheck }) {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const shown = readShown(params)
  const change = (next: Partial<Shown>) => setParams(writeShown({ ...shown, ...next }))
  return (
    <section className={styles.results} aria-label={t(`siteCheck.views.${shown.view}`)}>
      <Segmented
        legend={t('siteCheck.views.label')}
        value={shown.view}
        options={views.map((value) => ({ value, label: t(`siteCheck.views.${value}`) }))}
        onChange={(view) => change({ view, rule: undefined, path: undefined })}
      />
      {shown.view === 'findings' ? (
        <FindingsView shown={shown} change={change} lastFull={lastFull} />
      ) : (
        <PageViews shown={shown} change={change} />
      )}
    </section>
  )
}

function PageViews({ shown, change }: Pick<TextViewProps, 'shown' | 'change'>) {
  const pages = usePages(shown)
  return (
    <>
      <PageFilter pages={pages} />
      <PageLists pages={pages} shown={shown} change={change} />
    </>
  )
}

function PageLists({ pages, shown, change }: TextViewProps) {
  const { t } = useTexts()
  if (!pages.data)
    return pages.isError ? (
      <LoadFailure query={pages} describe={(reason) => t('siteCheck.failedToLoad', { reason })} />
    ) : (
      <LoadingLines />
    )
  if (pages.data.length === 0)
    return (
      <EmptyState title={t('siteCheck.pages.none')}>
        {(shown.search !== '' || shown.isFound) && t('siteCheck.findings.noneFiltered')}
      </EmptyState>
    )
  if (shown.view === 'texts') return <TextView pages={pages} shown={shown} change={change} />
  if (shown.view === 'data') return <StructureView pages={pages} shown={shown} change={change} />
  return <PageMatrix pages={pages} />
}
