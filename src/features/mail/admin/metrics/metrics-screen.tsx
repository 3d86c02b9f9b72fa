import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { MailHead } from '#features/mail/admin/messages/mail-head.tsx'
import { type Funnel, MailMetrics } from '#features/mail/contract.ts'
import { Breakdown, dimensionNames } from './breakdown.tsx'
import { DayChart } from './day-chart.tsx'
import { Losses, MailFunnel, Unfinished } from './funnel.tsx'
import { MetricsFilters } from './metrics-filters.tsx'
import { isNarrowed, type MetricsChoice, readChoice, writeChoice } from './metrics-query.ts'

/** The metrics of mails: the funnel, the days, and the breakdown. */
export function MetricsScreen() {
  const { t } = useTexts()
  const api = useApi()
  const [params, setParams] = useSearchParams()
  const choice = readChoice(params)
  const choose = (next: MetricsChoice) =>
    setParams(writeChoice(next), { replace: true, preventScrollReset: true })
  const query = writeChoice(choice)
  const metrics = useQuery({
    queryKey: ['mail-metrics', String(query)],
    queryFn: ({ signal }) => api.get(`/api/mail/metrics?${query}`, MailMetrics, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <MailHead title={t('screens.emailMetrics')} intro={t('metrics.intro')} />
      <MetricsFilters choice={choice} campaigns={metrics.data?.campaigns ?? []} onChoose={choose} />
      {metrics.isError && !metrics.data && <LoadFailure query={metrics} title={t('metrics.failed')} />}
      {metrics.isPending && <LoadingBlock height={320} />}
      {metrics.data && (
        <StaleFrame query={metrics}>
          <MetricsView metrics={metrics.data} choice={choice} />
        </StaleFrame>
      )}
    </>
  )
}

function MetricsView({ metrics, choice }: { metrics: MailMetrics; choice: MetricsChoice }) {
  const { t } = useTexts()
  if (isEmpty(metrics.funnel)) {
    return isNarrowed(choice) ? (
      <EmptyState title={t('metrics.noneMatching')} />
    ) : (
      <EmptyState title={t('metrics.none')}>{t('metrics.noneText')}</EmptyState>
    )
  }
  return (
    <Columns>
      <MailFunnel funnel={metrics.funnel} />
      <Stack gap="large">
        <Unfinished />
        <Losses funnel={metrics.funnel} />
        <DayChart days={metrics.days} />
      </Stack>
      {dimensionNames.map((dimension) => (
        <Breakdown key={dimension} dimension={dimension} metrics={metrics} choice={choice} />
      ))}
    </Columns>
  )
}

function isEmpty({
  queued,
  sent,
  outbox,
  failed,
  bounced,
  suppressed,
  unsubscribed,
  opened,
  clicked,
}: Funnel) {
  const counts = [queued, sent, outbox, failed, bounced, suppressed, unsubscribed]
  return [...counts, opened.at_most, opened.scanners, clicked.at_most].every((count) => count === 0)
}
