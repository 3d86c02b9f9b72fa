import { RangeBar } from '#admin/kit/chart/range-bar.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { EventFigures } from '#features/analytics/contract.ts'
import { pageEvents } from '#features/analytics/model.ts'
import { UnappliedFilters, useShown } from './shown-context.tsx'
import { type FigureSource, useFiguresOf } from './use-figures-of.ts'
import './texts.ts'

const source: FigureSource<EventFigures> = {
  ...{ part: 'events', path: '/api/analytics/events', reader: EventFigures },
}

/** What visitors did in the shown period, and which goals they reached. */
export function EventPanel() {
  const { t } = useTexts()
  const events = useFiguresOf(useShown(), source)
  return (
    <Panel title={t('visits.events.title')}>
      <UnappliedFilters part="events" />
      {events.isError && <LoadFailure query={events} title={t('visits.events.failed')} />}
      {events.isPending && <LoadingBlock height={160} />}
      {events.data && (
        <StaleFrame query={events}>
          <Events figures={events.data} />
        </StaleFrame>
      )}
    </Panel>
  )
}

function Events({ figures: { events, conversions } }: { figures: EventFigures }) {
  const { t } = useTexts()
  if (events.length + conversions.length === 0)
    return <EmptyState title={t('visits.events.none')}>{t('visits.events.noneText')}</EmptyState>
  return (
    <Stack gap="medium">
      {conversions.length > 0 && (
        <Happened
          title={t('visits.events.conversions')}
          rows={conversions.map((one) => ({ ...one, values: [] }))}
        />
      )}
      {events.length > 0 && <Happened title={t('visits.events.events')} rows={events} />}
      <Hint>{t('visits.events.definition')}</Hint>
    </Stack>
  )
}

/** Names of events, each with how often it happened and with what. */
function Happened({ title, rows }: { title: string; rows: EventFigures['events'] }) {
  const { t, format } = useTexts()
  const most = Math.max(1, ...rows.map(({ times }) => times))
  return (
    <DataTable
      caption={title}
      cardsBelow="narrow"
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        {
          key: 'name',
          label: title,
          isRowHeader: true,
          cell: ({ name, times }) => (
            <>
              <EventName name={name} />
              <RangeBar least={times / most} most={times / most} isThin />
            </>
          ),
        },
        { key: 'times', label: t('visits.events.times'), cell: ({ times }) => format.number(times) },
        { key: 'visits', label: t('visits.visits'), cell: ({ visits }) => format.number(visits) },
        {
          key: 'values',
          label: t('visits.events.values'),
          cell: ({ name, values }) =>
            values.map(({ value, times }) => (
              <div key={value}>
                <bdi>{name === 'scroll' ? format.percent(Number(value) / 100) : value}</bdi> ·{' '}
                {format.number(times)}
              </div>
            )),
        },
      ]}
    />
  )
}

/** The name of an event; those that pages record by themselves have words. */
function EventName({ name }: { name: string }) {
  const { t } = useTexts()
  const known = pageEvents.find((one) => one === name)
  return known ? t(`visits.events.names.${known}`) : <bdi dir="ltr">{name}</bdi>
}
