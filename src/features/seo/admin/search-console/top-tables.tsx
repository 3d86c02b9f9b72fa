import { Detail } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { readablePath } from '#features/seo/admin/readable-address.ts'
import type { SearchCounts, SearchFigures } from '#features/seo/search-console/contract.ts'
import { languageNames } from '#shared/languages.ts'
import styles from './search-console.module.css'

type CountedQuery = SearchFigures['queries'][number]
type CountedPage = SearchFigures['pages'][number]

/** What people searched for. */
export function TopQueries({ figures: { queries } }: { figures: SearchFigures }) {
  const { t } = useTexts()
  const name: Column<CountedQuery> = {
    ...{ key: 'query', label: t('searchConsole.queries.query'), isRowHeader: true },
    cell: ({ query }) => (
      <bdi dir="auto" className={styles.name}>
        {query}
      </bdi>
    ),
  }
  return <TopTable kind="queries" rows={queries} name={name} keyOf={({ query }) => query} />
}

/** The pages that were shown, each with its language. */
export function TopPages({ figures: { pages } }: { figures: SearchFigures }) {
  const { t } = useTexts()
  const name: Column<CountedPage> = {
    ...{ key: 'page', label: t('searchConsole.pages.page'), isRowHeader: true },
    cell: ({ page, language }) => (
      <>
        <bdi dir="ltr" className={styles.name}>
          {readablePath(page)}
        </bdi>
        {language !== null && <Detail lang={language}>{languageNames[language]}</Detail>}
      </>
    ),
  }
  return <TopTable kind="pages" rows={pages} name={name} keyOf={({ page }) => page} />
}

interface TopTableProps<Row extends SearchCounts> {
  kind: 'queries' | 'pages'
  rows: Row[]
  /** The column of what was counted. */
  name: Column<Row>
  keyOf: (row: Row) => string
}

function TopTable<Row extends SearchCounts>({ kind, rows, name, keyOf }: TopTableProps<Row>) {
  const { t } = useTexts()
  const counts = useCountColumns<Row>()
  const title = t(`searchConsole.${kind}.title`)
  return (
    <Panel title={title} size="small">
      {rows.length === 0 ? (
        <EmptyState title={t(`searchConsole.${kind}.none`)} />
      ) : (
        <DataTable
          caption={title}
          cardsBelow="narrow"
          rows={rows}
          keyOf={keyOf}
          columns={[name, ...counts]}
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
