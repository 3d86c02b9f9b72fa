import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { SelectFilter } from '#admin/kit/list/filters.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Delivery, deliveryStates, keptDays, type Webhook } from '#features/webhooks/contract.ts'
import { readDeliveryQuery, type ShownDeliveries, writeDeliveryQuery } from './delivery-query.ts'
import { nameEvent } from './texts.ts'
import {
  alwaysFresh,
  deliveryKey,
  isUnderWay,
  liveInterval,
  useLiveWebhooks,
  webhookPath,
} from './use-webhooks.ts'
import { DeliveryMark } from './webhook-state.tsx'

const pageSize = 25

/** What was and will be sent to a webhook, newest first. It follows what is being sent. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const { t, format } = useTexts()
  const { query, change, clear } = useListQuery({ read: readDeliveryQuery, write: writeDeliveryQuery })
  const deliveries = useDeliveries(webhook.id, query)
  const isNarrowed = query.state !== undefined || query.type !== undefined
  const types = [...new Set([...webhook.events, 'webhook.test', ...(query.type ? [query.type] : [])])]
  const showAll = () => clear({ state: undefined, type: undefined })
  const { data } = deliveries
  return (
    <Panel title={t('webhooks.log.title')}>
      <FilterBar active={[query.state, query.type].filter(Boolean).length}>
        <SelectFilter
          label={t('webhooks.state')}
          any={t('webhooks.log.anyState')}
          options={deliveryStates.map((value) => ({ value, label: t(`webhooks.log.states.${value}`) }))}
          value={query.state ?? ''}
          onChange={(value) => change({ state: deliveryStates.find((state) => state === value) })}
        />
        <SelectFilter
          label={t('webhooks.log.event')}
          any={t('webhooks.log.anyEvent')}
          options={types.map((value) => ({ value, label: nameEvent(value, t) }))}
          value={query.type ?? ''}
          onChange={(value) => change({ type: value || undefined })}
        />
        {isNarrowed && (
          <Button variant="subtle" onClick={showAll}>
            {t('webhooks.log.clear')}
          </Button>
        )}
      </FilterBar>
      {deliveries.isPending && <LoadingLines />}
      {deliveries.isError && !data && (
        <LoadFailure query={deliveries} describe={(reason) => t('webhooks.failed', { reason })} />
      )}
      {data?.total === 0 && (
        <EmptyState title={t(isNarrowed ? 'webhooks.log.noMatch' : 'webhooks.log.none')}>
          {!isNarrowed && t('webhooks.log.noneText', { days: format.number(keptDays) })}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <DeliveryTable webhookId={webhook.id} deliveries={data.items} />
          <Pager
            page={query.page}
            pageSize={pageSize}
            total={data.total}
            onPage={(page) => change({ page })}
          />
        </>
      )}
    </Panel>
  )
}

function useDeliveries(id: string, { page, state, type }: ShownDeliveries) {
  const isLive = useLiveWebhooks()
  const api = useApi()
  const params = new URLSearchParams({
    ...{ limit: String(pageSize), offset: String((page - 1) * pageSize) },
    ...(state && { state }),
    ...(type && { type }),
  })
  return useQuery({
    ...alwaysFresh,
    queryKey: [...deliveryKey(id), params.toString()],
    queryFn: ({ signal }) =>
      api.getPage(`${webhookPath(id)}/deliveries?${params}`, z.array(Delivery), signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      !isLive && data?.items.some(isUnderWay) ? liveInterval : false,
  })
}

function DeliveryTable({ webhookId, deliveries }: { webhookId: string; deliveries: Delivery[] }) {
  const { t, format } = useTexts()
  const columns: Column<Delivery>[] = [
    {
      key: 'event',
      label: t('webhooks.log.event'),
      isRowHeader: true,
      cell: ({ id, type }) => (
        <Link to={`/admin/webhooks/${webhookId}/deliveries/${id}`}>{nameEvent(type, t)}</Link>
      ),
    },
    { key: 'state', label: t('webhooks.state'), cell: (delivery) => <DeliveryMark delivery={delivery} /> },
    {
      key: 'answer',
      label: t('webhooks.log.answer'),
      cell: ({ last_attempt }) => last_attempt?.status ?? '–',
    },
    {
      key: 'attempts',
      label: t('webhooks.log.attempts'),
      cell: ({ attempts }) => format.number(attempts),
    },
    {
      key: 'at',
      label: t('webhooks.log.at'),
      cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time>,
    },
  ]
  return (
    <DataTable caption={t('webhooks.log.title')} columns={columns} rows={deliveries} keyOf={({ id }) => id} />
  )
}
