import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { Chart } from '#admin/kit/chart/chart.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { VisitFigures } from '#features/analytics/contract.ts'
import { TopValues } from './top-values.tsx'
import './texts.ts'

/** The visits of the last days: how many there were, when, and from where to where. */
export function VisitPanels({ days }: { days: number }) {
  const { t } = useTexts()
  const api = useApi()
  const figures = useQuery({
    queryKey: ['dashboard', 'visits', days],
    queryFn: ({ signal }) => api.get(`/api/analytics/visits?days=${days}`, VisitFigures, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title={t('visits.title')}>
      {figures.isError && <LoadFailure query={figures} title={t('visits.failed')} />}
      {figures.isPending && <LoadingBlock height={320} />}
      {figures.data && (
        <StaleFrame query={figures}>
          <Visits figures={figures.data} />
        </StaleFrame>
      )}
    </Panel>
  )
}

/** The dimensions with a list of their own; that of campaigns shows only where links name any. */
const listed = ['page', 'source', 'country', 'language', 'device', 'utm_campaign'] as const

function Visits({ figures }: { figures: VisitFigures }) {
  const { t, format } = useTexts()
  const { total, days, top, bot_views: bots, time_zone: timeZone } = figures
  if (total.views === 0) return <EmptyState title={t('visits.none')}>{t('visits.noneText')}</EmptyState>
  return (
    <Stack gap="medium">
      <Facts
        layout="figures"
        facts={[
          { name: t('visits.visits'), value: format.number(total.visits) },
          { name: t('visits.views'), value: format.number(total.views) },
        ]}
      />
      <Chart
        title={t('visits.byDay')}
        points={days.map(({ day }) => format.day(day))}
        pointsLabel={t('visits.day')}
        tableLabel={t('visits.table')}
        series={[
          {
            key: 'visits',
            label: t('visits.visits'),
            values: days.map(({ visits }) => visits),
            stroke: 'thick',
          },
          { key: 'views', label: t('visits.views'), values: days.map(({ views }) => views) },
        ]}
      />
      <Hint>{t('visits.definition', { zone: timeZone })}</Hint>
      {bots > 0 && <Hint>{t('visits.bots', { count: bots, number: format.number(bots) })}</Hint>}
      <Columns>
        {listed.map((dimension) => {
          const values = top[dimension] ?? []
          return values.length > 0 && <TopValues key={dimension} dimension={dimension} values={values} />
        })}
      </Columns>
      <Hint>
        {t('visits.countrySource')} <OutwardLink to="https://db-ip.com/">IP Geolocation by DB-IP</OutwardLink>
      </Hint>
    </Stack>
  )
}
