import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { z } from 'zod'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { SearchFilter, SelectFilter } from '#admin/kit/list/filters.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { MailMessage, mailKinds, mailStatuses } from '#features/mail/contract.ts'
import { explainFailure } from './explain.ts'
import { MailHead } from './mail-head.tsx'
import { MailList } from './mail-list.tsx'
import { StatusTag } from './status-tag.tsx'
import { useMailList } from './use-mail-list.ts'

/** Every mail, newest first. */
export function MessagesScreen() {
  const { t } = useTexts()
  const mails = useMailList({
    path: '/api/mail/messages',
    reader: z.array(MailMessage),
    filters: ['status', 'kind', 'lead_id', 'campaign_id'],
  })
  return (
    <>
      <MailHead title={t('screens.messages')} />
      <FilterBar active={[mails.valueOf('status'), mails.valueOf('kind')].filter(Boolean).length}>
        <SearchFilter label={t('metrics.messages.search')} value={mails.typed} onChange={mails.type} />
        <SelectFilter
          label={t('metrics.messages.status')}
          any={t('metrics.messages.anyStatus')}
          options={mailStatuses.map((status) => ({ value: status, label: t(`metrics.status.${status}`) }))}
          value={mails.valueOf('status')}
          onChange={(status) => mails.change('status', status)}
        />
        <SelectFilter
          label={t('metrics.filters.kind')}
          any={t('metrics.filters.anyKind')}
          options={mailKinds.map((kind) => ({ value: kind, label: t(`metrics.kinds.${kind}`) }))}
          value={mails.valueOf('kind')}
          onChange={(kind) => mails.change('kind', kind)}
        />
        {mails.isNarrowed && (
          <Button variant="subtle" onClick={mails.clear}>
            {t('metrics.filters.clear')}
          </Button>
        )}
      </FilterBar>
      <MessageList mails={mails} />
    </>
  )
}

function MessageList({ mails }: { mails: ReturnType<typeof useMailList<MailMessage>> }) {
  const { t } = useTexts()
  const { isNarrowed, clear } = mails
  const columns = useMessageColumns()
  return (
    <MailList
      entries={mails}
      failed={t('metrics.messages.failed')}
      empty={
        isNarrowed ? (
          <EmptyState
            title={t('metrics.messages.noMatch')}
            actions={
              <Button variant="default" onClick={clear}>
                {t('metrics.filters.clear')}
              </Button>
            }
          />
        ) : (
          <EmptyState title={t('metrics.messages.none')}>{t('metrics.messages.noneText')}</EmptyState>
        )
      }
    >
      {(items) => (
        <DataTable caption={t('screens.messages')} columns={columns} rows={items} keyOf={({ id }) => id} />
      )}
    </MailList>
  )
}

function useMessageColumns(): Column<MailMessage>[] {
  const { t, format } = useTexts()
  return [
    {
      key: 'to',
      label: t('metrics.messages.to'),
      isRowHeader: true,
      cell: ({ id, to_name, to_email, kind }) => (
        <Link to={`/admin/email-metrics/messages/${id}`}>
          <bdi>{to_name || to_email || t(`metrics.kinds.${kind}`)}</bdi>
        </Link>
      ),
    },
    {
      key: 'email',
      label: t('metrics.messages.email'),
      hidesCardLabel: true,
      cell: ({ to_email }) => <bdi>{to_email}</bdi>,
    },
    { key: 'kind', label: t('metrics.filters.kind'), cell: ({ kind }) => t(`metrics.kinds.${kind}`) },
    { key: 'status', label: t('metrics.messages.status'), cell: (mail) => <Status mail={mail} /> },
    { key: 'seen', label: t('metrics.messages.seen'), cell: (mail) => <Reaction mail={mail} /> },
    {
      key: 'date',
      label: t('metrics.messages.date'),
      cell: ({ created_at }) => <time dateTime={created_at}>{format.dateTime(created_at)}</time>,
    },
  ]
}

function Status({ mail }: { mail: MailMessage }) {
  const { t } = useTexts()
  const cause = explainFailure(mail)
  return (
    <>
      <StatusTag status={mail.status} />
      {cause && <Detail>{t(`metrics.causes.${cause}`)}</Detail>}
    </>
  )
}

/** The last step that a mail has reached, with its verdict. */
function Reaction({ mail }: { mail: MailMessage }) {
  const { t } = useTexts()
  const [event, verdict] = mail.click_verdict
    ? (['click', mail.click_verdict] as const)
    : (['open', mail.open_verdict] as const)
  if (!verdict) return '–'
  return (
    <>
      {t(`metrics.events.${event}`)}
      <Detail>{t(`metrics.verdicts.${verdict}`)}</Detail>
    </>
  )
}
