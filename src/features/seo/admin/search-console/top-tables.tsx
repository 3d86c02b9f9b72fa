import { Detail } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SearchCounts, SearchFigures } from '#features/seo/search-console/contract.ts'
import { languageNames } from '#shared/languages.ts'
import { readableAddress } from './readable.ts'
import styles from './search-console.module.css'

/** What people searched for. */
export function TopQueries({ figures: { queries } }: { figures: SearchFigures }) {
  const { t } = useTexts()
  const counts = useCountColumns<SearchFigures['queries'][number]>()
  const title = t('searchConsole.queries.title')
  return (
    <Panel title={title} size="small">
      {queries.length === 0 ? (
        <EmptyState title={t('searchConsole.queries.none')} />
      ) : (
        <DataTable
          caption={title}
          cardsBelow="narrow"
          rows={queries}
          keyOf={({ query }) => query}
          columns={[
            {
              ...{ key: 'query', label: t('searchConsole.queries.query'), isRowHeader: true },
              cell: ({ query }) => (
                <bdi dir="auto" className={styles.name}>
                  {query}
                </bdi>
              ),
            },
            ...counts,
          ]}
        />
      )}
    </Panel>
  )
}

/** The pages that were shown, each with its language. */
export function TopPages({ figures: { pages } }: { figures: SearchFigures }) {
  const { t } = useTexts()
  const counts = useCountColumns<SearchFigures['pages'][number]>()
  const title = t('searchConsole.pages.title')
  return (
    <Panel title={title} size="small">
      {pages.length === 0 ? (
        <EmptyState title={t('searchConsole.pages.none')} />
      ) : (
        <DataTable
          caption={title}
          cardsBelow="narrow"
          rows={pages}
          keyOf={({ page }) => page}
          columns={[
            {
              ...{ key: 'page', label: t('searchConsole.pages.page'), isRowHeader: true },
              cell: ({ page, language }) => (
                <>
                  <bdi dir="ltr" className={styles.name}>
                    {readableAddress(page)}
                  </bdi>
                  {language !== null && <Detail lang={language}>{languageNames[language]}</Detail>}
                </>
              ),
            },
            ...counts,
          ]}
        />
      )}
    </Panel>
  )
}

function useCountColumns<Row extends SearchCounts>(): Column<Row>[] {
  const { t, format } = useTexts()
  return [
    {
      ...{ key: 'clicks', label: t('searchConsole.figures.clicks') },
      cell: ({ clicks }) => format.number(clicks),
    },
    {
      ...{ key: 'impressions', label: t('searchConsole.figures.impressions') },
      cell: ({ impressions }) => format.number(impressions),
    },
    {
      ...{ key: 'rate', label: t('searchConsole.figures.rate') },
      // The percent sign stays beside its number.
      cell: ({ click_rate }) => <span className={styles.number}>{format.rate(click_rate)}</span>,
    },
    {
      ...{ key: 'position', label: t('searchConsole.figures.position') },
      cell: ({ position }) => (position === null ? '–' : format.number(position)),
    },
  ]
}
