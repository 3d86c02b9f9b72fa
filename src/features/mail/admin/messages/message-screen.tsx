import './texts.ts'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { BackLink } from '#admin/kit/back-link.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Columns, Notices, Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { SourceText } from '#admin/kit/layout/source-text.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { formatMoment } from '#admin/kit/moment.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { MailPreview } from '#features/mail/admin/parts/mail-preview.tsx'
import { MailDetail, MailMessage } from '#features/mail/contract.ts'
import { mailPermissions } from '#features/mail/permissions.ts'
import { languageNames } from '#shared/languages.ts'
import { explainFailure } from './explain.ts'
import { MessageHistory } from './message-history.tsx'
import { StatusTag } from './status-tag.tsx'

/** One mail: its content, its status and its history. */
export function MessageScreen() {
  const { t } = useTexts()
  const api = useApi()
  const { id = '' } = useParams()
  const mail = useQuery({
    queryKey: ['/api/mail/messages', 'one', id],
    queryFn: ({ signal }) => api.get(`/api/mail/messages/${encodeURIComponent(id)}`, MailDetail, signal),
  })
  const { data } = mail
  return (
    <>
      <ScreenHeading
        before={<BackLink to="/admin/email-metrics/messages">{t('metrics.message.back')}</BackLink>}
        title={data ? t(`metrics.kinds.${data.kind}`) : t('screens.messages')}
        aside={data?.can_resend && <Resend mail={data} />}
      />
      {data && <Message mail={data} />}
      {mail.isPending && <LoadingBlock height={320} />}
      {mail.isError && !data && <LoadFailure query={mail} title={t('metrics.messages.failed')} />}
    </>
  )
}

function Resend({ mail }: { mail: MailDetail }) {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const canEdit = useCan(mailPermissions.resend)
  const { isBusy, run } = useAction({
    onSettled: () => queries.invalidateQueries({ queryKey: ['/api/mail/messages'] }),
  })
  if (!canEdit) return null
  const resend = () => api.send('POST', `/api/mail/messages/${mail.id}/resend`, MailMessage)
  return (
    <Button loading={isBusy} onClick={() => run(resend, t('metrics.message.resent'))}>
      {t('metrics.message.resend')}
    </Button>
  )
}

function Message({ mail }: { mail: MailDetail }) {
  const { t, format, language } = useTexts()
  const cause = explainFailure(mail)
  const isWaiting = mail.status === 'queued'
  const facts = [
    {
      name: t('metrics.messages.to'),
      value: (
        <>
          <bdi>{mail.to_name}</bdi> <bdi>{mail.to_email}</bdi>
        </>
      ),
    },
    {
      name: t('metrics.messages.status'),
      value: (
        <>
          <StatusTag status={mail.status} />{' '}
          {mail.attempts > 0 && t('metrics.message.attempts', { count: mail.attempts })}{' '}
          {isWaiting && t('metrics.message.next', { date: formatMoment(mail.due_at, language) })}
        </>
      ),
    },
    { name: t('metrics.filters.language'), value: languageNames[mail.language] },
    { name: t('metrics.messages.date'), value: format.dateTime(mail.created_at) },
  ]
  return (
    <>
      {cause && (
        <Notices>
          <Notice
            kind={mail.status === 'failed' || mail.status === 'bounced' ? 'error' : 'plain'}
            title={t('metrics.message.cause')}
          >
            {t(`metrics.causes.${cause}`)}
            {mail.response && mail.status !== 'suppressed' && cause !== 'not_composed' && (
              <Detail dir="auto">{t('metrics.message.said', { text: mail.response })}</Detail>
            )}
          </Notice>
        </Notices>
      )}
      <Stack gap="large">
        <Stack>
          <Facts facts={facts} />
          {(mail.lead_id || mail.campaign_id) && <Origins mail={mail} />}
        </Stack>
        <Columns>
          <MessageContent mail={mail} />
          <MessageHistory history={mail.history} />
        </Columns>
      </Stack>
    </>
  )
}

/** Links to the lead and to the campaign of the mail. */
function Origins({ mail }: { mail: MailDetail }) {
  const { t } = useTexts()
  return (
    <ButtonRow>
      {mail.lead_id && <Link to={`/admin/early-adopters/${mail.lead_id}`}>{t('metrics.message.lead')}</Link>}
      {mail.campaign_id && (
        <Link to={`/admin/email/campaigns/${mail.campaign_id}`}>{t('metrics.message.campaign')}</Link>
      )}
    </ButtonRow>
  )
}

function MessageContent({ mail }: { mail: MailDetail }) {
  const { t } = useTexts()
  const { subject, html, text, raw, hidden } = mail
  return (
    <Stack>
      {html === null ? (
        <>
          {subject && (
            <p>
              <b>{t('metrics.message.subject')}</b>{' '}
              <span lang={mail.language} dir="auto">
                {subject}
              </span>
            </p>
          )}
          <Notice kind="plain" title={t('metrics.message.hidden.title')}>
            {t(`metrics.message.hidden.${hidden ?? 'not_kept'}`)}
          </Notice>
        </>
      ) : (
        <MailPreview mail={{ subject: subject ?? '', html, text: text ?? '' }} language={mail.language} />
      )}
      {raw !== null && <SourceText label={t('metrics.message.source')}>{raw}</SourceText>}
    </Stack>
  )
}
