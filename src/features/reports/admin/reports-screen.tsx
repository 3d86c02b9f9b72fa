import { useLocation, useSearchParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { ActiveFilters } from '#features/analytics/admin/parts/active-filters.tsx'
import { readShown } from '#features/analytics/admin/parts/shown.ts'
import { ShownContext } from '#features/analytics/admin/parts/shown-context.tsx'
import { reportPermissions } from '#features/reports/permissions.ts'
import { LinksPanel } from './links-panel.tsx'
import { MailsPanel } from './mails-panel.tsx'
import styles from './reports.module.css'
import './texts.ts'

/** Passes on the figures that the start screen has just shown: by mail to oneself, by a link to anybody. */
export function ReportsScreen() {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const { search } = useLocation()
  const canShare = useCan(reportPermissions.share)
  return (
    <ShownContext value={readShown(params)}>
      <ScreenHeading
        title={t('screens.reports')}
        before={<BackLink to={`/admin${search}`}>{t('screens.dashboard')}</BackLink>}
        intro={t('reports.intro')}
      />
      <ActiveFilters />
      <div className={styles.panels}>
        <MailsPanel />
        {canShare && <LinksPanel />}
      </div>
    </ShownContext>
  )
}
