import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { MailMetrics } from '#features/mail/contract.ts'
import { areaBetween, lineThrough, topOf } from './day-curve.ts'
import { RangeText } from './funnel.tsx'
import styles from './metrics.module.css'

const size = { width: 600, height: 160 }
const columns = ['sent', 'opened', 'clicked'] as const

/** Sent, opened and clicked mails day by day: a picture, and the numbers behind it. */
export function DayChart({ days }: { days: MailMetrics['days'] }) {
  const { t, format } = useTexts()
  const sent = days.map((day) => day.sent)
  const most = days.map(({ opened }) => opened.at_most)
  const least = days.map(({ opened }) => opened.at_least)
  const clicked = days.map((day) => day.clicked.at_least)
  const top = topOf([...sent, ...most, ...clicked])
  const box = { ...size, top }
  const [first, last] = [days[0], days.at(-1)]
  return (
    <section className={styles.part} aria-labelledby="days">
      <h2 id="days">{t('metrics.curves.title')}</h2>
      <div className={styles.chart}>
        <p className={styles.scale} aria-hidden="true">
          <span>{format.number(top)}</span>
          <span>{format.number(top / 2)}</span>
          <span>{format.number(0)}</span>
        </p>
        <svg viewBox={`0 -2 ${size.width} ${size.height + 4}`} preserveAspectRatio="none" aria-hidden="true">
          {[0, 0.5, 1].map((part) => (
            <path key={part} className={styles.gridline} d={`M0 ${size.height * part}H${size.width}`} />
          ))}
          <path className={styles.band} d={areaBetween(most, least, box)} />
          <path className={styles.openedLine} d={lineThrough(least, box)} />
          <path className={styles.sentLine} d={lineThrough(sent, box)} />
          <path className={styles.clickedLine} d={lineThrough(clicked, box)} />
        </svg>
        <p className={styles.ends} aria-hidden="true">
          <span>{first && format.date(first.day)}</span>
          <span>{last && format.date(last.day)}</span>
        </p>
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {columns.map((name) => (
          <li key={name} data-line={name}>
            {t(`metrics.funnel.${name}`)}
          </li>
        ))}
      </ul>
      <details className={styles.numbers}>
        <summary>{t('metrics.curves.table')}</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('metrics.curves.day')}</th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {t(`metrics.funnel.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map((day) => (
              <tr key={day.day}>
                <th scope="row">{format.date(day.day)}</th>
                <td>{format.number(day.sent)}</td>
                <td>
                  <RangeText least={day.opened.at_least} most={day.opened.at_most} />
                </td>
                <td>
                  <RangeText least={day.clicked.at_least} most={day.clicked.at_most} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
