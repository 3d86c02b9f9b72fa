// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops a table's roles where CSS lays it out as cards
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { z } from 'zod'
import { ChevronIcon, SearchIcon } from '#admin/kit/icons.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/mail/admin/metrics/metrics.module.css'
import { MailMessage, mailKinds, mailStatuses } from '#features/mail/contract.ts'
import { explainFailure } from './explain.ts'
import { MailHead } from './mail-head.tsx'
import { MailList } from './mail-list.tsx'
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
      <MailHead title={t('metrics.tabs.messages')} />
      <search className={styles.filters}>
        <TextInput
          type="search"
          size="md"
          aria-label={t('metrics.messages.search')}
          placeholder={t('metrics.messages.search')}
          leftSection={<SearchIcon />}
          value={mails.typed}
          onChange={(event) => mails.type(event.currentTarget.value)}
          maxLength={200}
        />
        <NativeSelect
          size="md"
          aria-label={t('metrics.messages.status')}
          rightSection={<ChevronIcon />}
          value={mails.valueOf('status')}
          data={[
            { value: '', label: t('metrics.messages.anyStatus') },
            ...mailStatuses.map((status) => ({ value: status, label: t(`metrics.status.${status}`) })),
          ]}
          onChange={(event) => mails.change('status', event.currentTarget.value)}
        />
        <NativeSelect
          size="md"
          aria-label={t('metrics.filters.kind')}
          rightSection={<ChevronIcon />}
          value={mails.valueOf('kind')}
          data={[
            { value: '', label: t('metrics.filters.anyKind') },
            ...mailKinds.map((kind) => ({ value: kind, label: t(`metrics.kinds.${kind}`) })),
          ]}
          onChange={(event) => mails.change('kind', event.currentTarget.value)}
        />
        {mails.isNarrowed && (
          <Button variant="subtle" onClick={mails.clear}>
            {t('metrics.filters.clear')}
          </Button>
        )}
      </search>
      <MessageList mails={mails} />
    </>
  )
}

function MessageList({ mails }: { mails: ReturnType<typeof useMailList<MailMessage>> }) {
  const { t } = useTexts()
  const { isNarrowed, clear } = mails
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
        <table className={styles.cards} role="table">
          <caption className={styles.unseen}>{t('metrics.tabs.messages')}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {(
                ['messages.to', 'filters.kind', 'messages.status', 'messages.seen', 'messages.date'] as const
              ).map((column) => (
                <th key={column} role="columnheader" scope="col">
                  {t(`metrics.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {items.map((mail) => (
              <MessageRow key={mail.id} mail={mail} />
            ))}
          </tbody>
        </table>
      )}
    </MailList>
  )
}

function MessageRow({ mail }: { mail: MailMessage }) {
  const { t, format } = useTexts()
  const cause = explainFailure(mail)
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <Link to={`/admin/email-metrics/messages/${mail.id}`}>
          <bdi>{mail.to_name || mail.to_email || t(`metrics.kinds.${mail.kind}`)}</bdi>
        </Link>
        {mail.to_email && (
          <span className={styles.address}>
            <bdi>{mail.to_email}</bdi>
          </span>
        )}
      </th>
      <td role="cell" data-label={t('metrics.filters.kind')}>
        {t(`metrics.kinds.${mail.kind}`)}
      </td>
      <td role="cell" data-label={t('metrics.messages.status')}>
        <span className={styles.status} data-status={mail.status}>
          {t(`metrics.status.${mail.status}`)}
        </span>
        {cause && <span className={styles.address}>{t(`metrics.causes.${cause}`)}</span>}
      </td>
      <td role="cell" data-label={t('metrics.messages.seen')}>
        <Reaction mail={mail} />
      </td>
      <td role="cell" data-label={t('metrics.messages.date')}>
        <time dateTime={mail.created_at} title={format.dateTime(mail.created_at)}>
          {format.date(mail.created_at)}
        </time>
      </td>
    </tr>
  )
}

/** The most that a mail has led to, and by whom. */
function Reaction({ mail }: { mail: MailMessage }) {
  const { t } = useTexts()
  const [event, verdict] = mail.click_verdict
    ? (['click', mail.click_verdict] as const)
    : (['open', mail.open_verdict] as const)
  if (!verdict) return '–'
  return (
    <>
      {t(`metrics.events.${event}`)}
      <span className={styles.address}>{t(`metrics.verdicts.${verdict}`)}</span>
    </>
  )
}
