import './texts.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { mostWebhooks, type Webhook } from '#features/webhooks/contract.ts'
import { nameEvent } from './texts.ts'
import { useWebhooks } from './use-webhooks.ts'
import { WebhookState } from './webhook-state.tsx'

/** Where events are sent to. */
export function WebhooksScreen() {
  const { t, format } = useTexts()
  const webhooks = useWebhooks()
  const isFull = (webhooks.data?.length ?? 0) >= mostWebhooks
  return (
    <>
      <ScreenHeading
        title={t('screens.webhooks')}
        intro={t('webhooks.intro')}
        aside={
          !isFull && (
            <Button component={Link} to="/admin/webhooks/new">
              {t('webhooks.add')}
            </Button>
          )
        }
      />
      {webhooks.isPending && <LoadingLines />}
      {webhooks.isError && !webhooks.data && (
        <LoadFailure query={webhooks} describe={(reason) => t('webhooks.failed', { reason })} />
      )}
      {webhooks.data?.length === 0 && (
        <EmptyState title={t('webhooks.none')}>{t('webhooks.noneText')}</EmptyState>
      )}
      {webhooks.data && webhooks.data.length > 0 && <WebhookTable webhooks={webhooks.data} />}
      {isFull && <p>{t('webhooks.full', { limit: format.number(mostWebhooks) })}</p>}
    </>
  )
}

function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const { t, format } = useTexts()
  const columns: Column<Webhook>[] = [
    {
      key: 'url',
      label: t('webhooks.url'),
      isRowHeader: true,
      cell: ({ id, url, description }) => (
        <>
          <Link to={`/admin/webhooks/${id}`}>
            <bdi>{description || new URL(url).host}</bdi>
          </Link>
          <Detail>
            <bdi dir="ltr">{url}</bdi>
          </Detail>
        </>
      ),
    },
    {
      key: 'events',
      label: t('webhooks.eventsLabel'),
      cell: ({ events }) => format.list(events.map((type) => nameEvent(type, t))),
    },
    {
      key: 'waiting',
      label: t('webhooks.waiting'),
      cell: ({ waiting, failed }) => (
        <>
          {format.number(waiting)}
          {failed > 0 && (
            <Detail isError>
              {t('webhooks.failedCount', { count: failed, number: format.number(failed) })}
            </Detail>
          )}
        </>
      ),
    },
    { key: 'state', label: t('webhooks.state'), cell: (webhook) => <WebhookState webhook={webhook} /> },
  ]
  return (
    <DataTable caption={t('screens.webhooks')} columns={columns} rows={webhooks} keyOf={({ id }) => id} />
  )
}
