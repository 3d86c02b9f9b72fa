import { formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/mail/admin/metrics/metrics.module.css'
import { hitReasons, hitVerdicts, type MailHappening, notComposed } from '#features/mail/contract.ts'

/** What happened to a mail, newest first. */
export function MessageHistory({ history }: { history: MailHappening[] }) {
  const { t, language } = useTexts()
  return (
    <section className={styles.part} aria-labelledby="history">
      <h2 id="history">{t('metrics.message.history')}</h2>
      <ol className={styles.history}>
        {history.toReversed().map((happening, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what has happened stays in its place
          <li key={history.length - index}>
            <time dateTime={happening.at}>{formatMoment(happening.at, language)}</time>
            <p>
              <b>{t(`metrics.events.${happening.event}`)}</b>
              <Detail happening={happening} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Detail({ happening: { event, detail, reason } }: { happening: MailHappening }) {
  const { t } = useTexts()
  const verdict = hitVerdicts.find((one) => one === detail)
  const rule = hitReasons.find((one) => one === reason)
  if (event === 'open' || event === 'click') {
    return (
      <span>
        {[verdict && t(`metrics.verdicts.${verdict}`), rule && t(`metrics.reasons.${rule}`)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    )
  }
  if (detail === notComposed) return <span>{t('metrics.causes.not_composed')}</span>
  return detail ? <span dir="auto">{detail}</span> : null
}
