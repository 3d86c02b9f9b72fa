import './texts.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { Notices } from '#admin/kit/layout/columns.tsx'
import { LinkTabs } from '#admin/kit/layout/link-tabs.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { MailTransport } from '#features/mail/contract.ts'
import { mailPermissions } from '#features/mail/permissions.ts'

const base = '/admin/email-metrics'
const tabs = [
  { path: base, label: 'metrics.tabs.overview' },
  { path: `${base}/messages`, label: 'screens.messages' },
  { path: `${base}/suppressions`, label: 'screens.suppressions' },
] as const

/** The head of the mail screens: heading, links between them, and a notice when no mail server is configured. */
export function MailHead({ title, intro }: { title: string; intro?: ReactNode }) {
  const { t } = useTexts()
  const seesSuppressions = useCan(mailPermissions.readSuppressions)
  const shown = tabs.filter(({ label }) => seesSuppressions || label !== 'screens.suppressions')
  return (
    <>
      <ScreenHeading title={title} intro={intro} />
      <LinkTabs
        label={t('metrics.tabs.label')}
        tabs={shown.map(({ path, label }) => ({ to: path, label: t(label) }))}
      />
      <OutboxNotice />
    </>
  )
}

function OutboxNotice() {
  const { t } = useTexts()
  const api = useApi()
  const transport = useQuery({
    queryKey: ['mail-transport'],
    queryFn: ({ signal }) => api.get('/api/mail/transport', MailTransport, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (transport.data?.configured !== false) return null
  return (
    <Notices>
      <Notice
        title={t('metrics.outbox.title')}
        actions={<Link to={`${base}/messages?status=outbox`}>{t('metrics.outbox.open')}</Link>}
      >
        {t('metrics.outbox.text')}
      </Notice>
    </Notices>
  )
}
