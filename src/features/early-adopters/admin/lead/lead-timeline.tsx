import { Detail } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { relativeTime } from '#admin/kit/texts/relative-time.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/lead.module.css'
import type { TimelineEntry } from '#features/early-adopters/contract.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import { describeEntry, iconOf } from './describe-entry.ts'

import { useTimeline } from './use-lead.ts'

interface LeadTimelineProps {
  leadId: string
  /** The name of a badge. */
  nameOf: (badge: BadgeType) => string
}

/** The timeline of a lead, newest first. */
export function LeadTimeline({ leadId, nameOf }: LeadTimelineProps) {
  const { t } = useTexts()
  const timeline = useTimeline(leadId)
  return (
    <Panel title={t('leads.timeline.title')}>
      {timeline.isError && <LoadFailure query={timeline} title={t('leads.timeline.failed')} />}
      <ol className={styles.timeline}>
        {timeline.data?.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened has no id, and its order does not change
          <Entry key={`${entry.at} ${entry.kind} ${index}`} entry={entry} nameOf={nameOf} />
        ))}
      </ol>
      <MoreButton query={timeline}>{t('leads.timeline.more')}</MoreButton>
    </Panel>
  )
}

function Entry({ entry, nameOf }: Pick<LeadTimelineProps, 'nameOf'> & { entry: TimelineEntry }) {
  const { t, format, language } = useTexts()
  return (
    <li data-kind={entry.kind}>
      <svg
        viewBox="0 0 20 20"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        aria-hidden="true"
      >
        <path d={iconOf(entry.kind)} />
      </svg>
      <div>
        <p>{describeEntry(entry, { t, format, nameOf })}</p>
        <Detail>
          <time dateTime={entry.at}>
            {relativeTime(entry.at, new Date(), language)} · {format.dateTime(entry.at)}
          </time>
          {entry.actor !== null && <> · {t('leads.timeline.by', { name: `\u2068${entry.actor}\u2069` })}</>}
        </Detail>
      </div>
    </li>
  )
}
