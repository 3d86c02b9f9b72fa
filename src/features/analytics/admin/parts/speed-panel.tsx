import type { ReactNode } from 'react'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import {
  devices,
  type Measure,
  type Measurements,
  measures,
  SpeedFigures,
} from '#features/analytics/contract.ts'
import { judgeSpeed } from '#features/analytics/model.ts'
import { UnappliedFilters, useShown } from './shown-context.tsx'
import { type FigureSource, useFiguresOf } from './use-figures-of.ts'
import './texts.ts'

const source: FigureSource<SpeedFigures> = {
  ...{ part: 'speed', path: '/api/analytics/speed', reader: SpeedFigures },
}

/** How fast the pages were for visitors in the shown period: of all views, by device and by page. */
export function SpeedPanel() {
  const { t } = useTexts()
  const speed = useFiguresOf(useShown(), source)
  return (
    <Panel title={t('visits.speed.title')}>
      <UnappliedFilters part="speed" />
      {speed.isError && <LoadFailure query={speed} title={t('visits.speed.failed')} />}
      {speed.isPending && <LoadingBlock height={200} />}
      {speed.data && (
        <StaleFrame query={speed}>
          <Speed figures={speed.data} />
        </StaleFrame>
      )}
    </Panel>
  )
}

function Speed({ figures: { total, devices: byDevice, pages } }: { figures: SpeedFigures }) {
  const { t, format } = useTexts()
  if (pages.length === 0)
    return <EmptyState title={t('visits.speed.none')}>{t('visits.speed.noneText')}</EmptyState>
  const rows = [
    ...devices.flatMap((device) => {
      const measurements = byDevice[device]
      return measurements ? [{ key: device, name: t(`visits.devices.${device}`), measurements }] : []
    }),
    ...pages.map(({ page, measurements }) => ({
      key: page,
      name: <bdi dir="ltr">{page}</bdi>,
      measurements,
    })),
  ]
  return (
    <Stack gap="medium">
      <Facts
        layout="figures"
        facts={measures.map((measure) => ({
          name: t(`visits.speed.measures.${measure}`),
          value: <Value measure={measure} measurements={total} />,
        }))}
      />
      <DataTable<{ key: string; name: ReactNode; measurements: Measurements }>
        caption={t('visits.speed.title')}
        cardsBelow="narrow"
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { key: 'name', label: t('visits.speed.where'), isRowHeader: true, cell: ({ name }) => name },
          ...measures.map((measure) => ({
            key: measure,
            label: t(`visits.speed.measures.${measure}`),
            cell: ({ measurements }: { measurements: Measurements }) => (
              <Value measure={measure} measurements={measurements} />
            ),
          })),
          {
            key: 'views',
            label: t('visits.speed.measured'),
            width: '7rem',
            cell: ({ measurements }) =>
              format.number(Math.max(...measures.map((measure) => measurements[measure]?.views ?? 0))),
          },
        ]}
      />
      <Hint>{t('visits.speed.definition')}</Hint>
    </Stack>
  )
}

const symbols = { good: 'done', fair: 'begun', poor: 'attention' } as const

/** A measured value with how it is judged. */
function Value({ measure, measurements }: { measure: Measure; measurements: Measurements }) {
  const { t, format } = useTexts()
  const measured = measurements[measure]
  if (!measured) return '–'
  const { p75 } = measured
  const judged = judgeSpeed(measure, p75)
  const value = {
    lcp: () => format.unit(Math.round(p75 / 10) / 100, 'second'),
    inp: () => format.unit(p75, 'millisecond'),
    cls: () => format.number(p75),
  }[measure]()
  return (
    <State symbol={symbols[judged]} isError={judged === 'poor'}>
      {t(`visits.speed.judged.${judged}`, { value })}
    </State>
  )
}
