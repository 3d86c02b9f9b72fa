import { Button } from '@mantine/core'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { SearchFilter, SelectFilter } from '#admin/kit/list/filters.tsx'
import { GrowingList } from '#admin/kit/list/growing-list.tsx'
import type { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SearchConsoleOverview } from '#features/seo/search-console/contract.ts'
import { indexStates } from '#features/seo/submission/contract.ts'
import { isLanguage, languageNames, languages } from '#shared/languages.ts'
import { FailureNotice } from './failure-notice.tsx'
import { InspectionRow } from './inspection-row.tsx'
import { type Shown, toFilters } from './shown.ts'
import { useInspections } from './use-search-console.ts'

type ListState = ReturnType<typeof useListQuery<Shown>>

/** Which addresses are in Google's index, by what it last said of each. */
export function IndexPanel({ overview, list }: { overview: SearchConsoleOverview; list: ListState }) {
  const { t, format } = useTexts()
  const { by_state, asked_today, daily_budget } = overview.inspections
  return (
    <Panel title={t('searchConsole.index.title')}>
      <p>{t('searchConsole.index.note')}</p>
      <Facts
        layout="figures"
        facts={[
          ...by_state.map(({ state, addresses }) => ({
            name: t(`searchConsole.index.states.${state}`),
            value: format.number(addresses),
            isQuiet: addresses === 0,
          })),
          {
            name: t('searchConsole.index.asked'),
            value: t('searchConsole.index.askedOf', {
              ...{ asked: format.number(asked_today), budget: format.number(daily_budget) },
            }),
          },
        ]}
      />
      <PauseNotice overview={overview} />
      <Filters overview={overview} list={list} />
      <Addresses overview={overview} shown={list.query} />
    </Panel>
  )
}

function PauseNotice({ overview: { obstacle, inspections } }: { overview: SearchConsoleOverview }) {
  const { t, format } = useTexts()
  const { pause, paused_until, failure } = inspections
  if (obstacle !== null || !pause || !paused_until || !failure) return null
  return (
    <FailureNotice failure={failure} title={t(`searchConsole.index.pauses.${pause}`)}>
      {t('searchConsole.index.pausedUntil', { time: format.dateTime(paused_until) })}
    </FailureNotice>
  )
}

function Filters({ overview, list }: { overview: SearchConsoleOverview; list: ListState }) {
  const { t, format } = useTexts()
  const { query, typed, type, change, clear } = list
  const active = Object.keys(toFilters(query)).length
  const { reasons } = overview.inspections
  return (
    <FilterBar label={t('searchConsole.index.title')} active={active}>
      <SearchFilter label={t('searchConsole.index.search')} value={typed} onChange={type} />
      <SelectFilter
        label={t('searchConsole.index.state')}
        any={t('searchConsole.index.anyState')}
        options={indexStates.map((value) => ({ value, label: t(`searchConsole.index.states.${value}`) }))}
        value={query.state ?? ''}
        onChange={(value) => change({ state: indexStates.find((state) => state === value) })}
      />
      <SelectFilter
        label={t('searchConsole.pages.language')}
        any={t('searchConsole.index.anyLanguage')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={query.language ?? ''}
        onChange={(value) => change({ language: isLanguage(value) ? value : undefined })}
      />
      <SelectFilter
        label={t('searchConsole.index.reason')}
        any={t('searchConsole.index.anyReason')}
        options={[
          ...new Set([...reasons.map(({ words }) => words), ...(query.words ? [query.words] : [])]),
        ].map((value) => {
          const of = reasons.filter(({ words }) => words === value)
          const number = format.number(of.reduce((sum, { addresses }) => sum + addresses, 0))
          return { value, label: `${value} (${number})` }
        })}
        value={query.words}
        onChange={(words) => change({ words })}
      />
      {active > 0 && (
        <Button variant="subtle" onClick={() => clear({ state: undefined, language: undefined, words: '' })}>
          {t('searchConsole.index.clear')}
        </Button>
      )}
    </FilterBar>
  )
}

function Addresses({ overview, shown }: { overview: SearchConsoleOverview; shown: Shown }) {
  const { t, format } = useTexts()
  const list = useInspections(shown)
  const isFiltered = Object.keys(toFilters(shown)).length > 0
  return (
    <>
      {isFiltered && list.data && list.data.length > 0 && (
        <Hint role="status">{t('searchConsole.index.found', { number: format.number(list.total) })}</Hint>
      )}
      <GrowingList
        query={list}
        describeFailure={(reason) => t('searchConsole.failed', { reason })}
        empty={
          <EmptyState title={t(isFiltered ? 'searchConsole.index.noMatch' : 'searchConsole.index.none')}>
            {!isFiltered && t('searchConsole.index.noneText')}
          </EmptyState>
        }
        more={t('searchConsole.index.more')}
      >
        {(inspection) => (
          <InspectionRow
            key={inspection.address}
            inspection={inspection}
            canAsk={overview.obstacle === null && overview.inspections.pause !== 'quota'}
          />
        )}
      </GrowingList>
    </>
  )
}
