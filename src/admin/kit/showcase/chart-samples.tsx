import { Chart } from '#admin/kit/chart/chart.tsx'
import { FunnelChart } from '#admin/kit/chart/funnel-chart.tsx'
import { Columns } from '#admin/kit/layout/columns.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { funnel, points, series } from './samples.ts'

/** The charts: lines, bars, a funnel. */
export function ChartSamples() {
  const common = { points, pointsLabel: 'Day', tableLabel: 'The numbers' }
  return (
    <Columns>
      <Panel title="Lines">
        <Chart title="Mails by day" series={series} {...common} />
      </Panel>
      <Panel title="Bars">
        <Chart kind="bar" title="Mails by day, as bars" series={series.slice(0, 1)} {...common} />
      </Panel>
      <Panel title="Funnel">
        <FunnelChart steps={funnel} />
      </Panel>
    </Columns>
  )
}
