import './texts.ts'
import type { ReactNode } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { LinkTabs } from '#admin/kit/layout/link-tabs.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { mailPermissions } from '#features/mail/permissions.ts'

const base = '/admin/email-metrics'
const tabs = [
  { path: base, label: 'metrics.tabs.overview' },
  { path: `${base}/messages`, label: 'screens.messages' },
  { path: `${base}/suppressions`, label: 'screens.suppressions' },
] as const

/** The head of the mail screens: heading and links between them. */
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
    </>
  )
}
