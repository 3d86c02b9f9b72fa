import { Detail, Meta } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Rows } from '#admin/kit/layout/rows.tsx'
import { formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type MailHappening, trackingReasons, trackingVerdicts } from '#features/mail/contract.ts'
import { notComposed } from '#features/mail/model.ts'

/** What happened to a mail, newest first. */
export function MessageHistory({ history }: { history: MailHappening[] }) {
  const { t, language } = useTexts()
  return (
    <Panel title={t('metrics.message.history')}>
      <Rows as="ol">
        {history.toReversed().map((happening, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of past events does not change
          <li key={history.length - index}>
            <Meta>
              <time dateTime={happening.at}>{formatMoment(happening.at, language)}</time>
            </Meta>
            <p>
              <b>{t(`metrics.events.${happening.event}`)}</b>
              <HappeningDetail happening={happening} />
            </p>
          </li>
        ))}
      </Rows>
    </Panel>
  )
}

function HappeningDetail({ happening: { event, detail, reason } }: { happening: MailHappening }) {
  const { t } = useTexts()
  const verdict = trackingVerdicts.find((one) => one === detail)
  const rule = trackingReasons.find((one) => one === reason)
  if (event === 'open' || event === 'click') {
    return (
      <Detail>
        {[verdict && t(`metrics.verdicts.${verdict}`), rule && t(`metrics.reasons.${rule}`)]
          .filter(Boolean)
          .join(' · ')}
      </Detail>
    )
  }
  if (detail === notComposed) return <Detail>{t('metrics.causes.not_composed')}</Detail>
  return detail ? <Detail dir="auto">{detail}</Detail> : null
}
