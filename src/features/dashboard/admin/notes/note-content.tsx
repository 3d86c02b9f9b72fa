import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useFunnelFigures } from '#features/dashboard/admin/use-figures.ts'
import type { FunnelFigures } from '#features/dashboard/contract.ts'
import { rateOf, wilsonInterval } from '#features/dashboard/model.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { type Calculation, type Explanation, explainFigure, type Figure } from './figures.ts'
import styles from './notes.module.css'
import '#features/dashboard/admin/parts/texts.ts'
import './texts.ts'

/** What a figure means, how its rates are calculated, the list of those whom it counts, and where else it is. */
export function NoteContent({ figure }: { figure: Figure }) {
  const { t } = useTexts()
  const funnel = useFunnelFigures()
  if (funnel.isError && !funnel.data) return <LoadFailure query={funnel} title={t('dashboard.failed')} />
  if (!funnel.data) return <LoadingLines />
  return <Explained explanation={explainFigure(figure, funnel.data)} period={funnel.data} />
}

function Explained({ explanation, period }: { explanation: Explanation; period: FunnelFigures }) {
  const { t, format } = useTexts()
  const { definitions, calculations } = explanation
  const days = { from: format.day(period.from), to: format.day(period.to), zone: period.time_zone }
  return (
    <>
      <Part title={t('figures.headings.counted')}>
        {definitions.map((one) => (
          <p key={one}>{t(`figures.definitions.${one}`)}</p>
        ))}
        <Hint>{t('figures.period', days)}</Hint>
      </Part>
      {calculations.length > 0 && (
        <Part title={t('figures.headings.calculated')}>
          <Calculations calculations={calculations} />
        </Part>
      )}
      <People rows={explanation.rows} />
      <Part title={t('figures.headings.uses')}>
        <Uses explanation={explanation} />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

function Calculations({ calculations }: { calculations: readonly Calculation[] }) {
  const { t, format } = useTexts()
  const write = ({ part, whole }: Calculation) => {
    const interval = wilsonInterval(part, whole)
    const rate = format.rate(rateOf(part, whole))
    const range = interval && format.percentRange(interval.low, interval.high)
    return t('figures.share', {
      part: format.number(part),
      whole: format.number(whole),
      rate: range ? t('dashboard.funnel.rates.interval', { rate, range }) : rate,
    })
  }
  return (
    <dl className={styles.shares}>
      {calculations.map((one) => (
        <div key={one.of}>
          <dt>{t(`figures.${one.of}`)}</dt>
          <dd>{write(one)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The link to those whom the figure counts, for those who may read the list. */
function People({ rows }: { rows: Explanation['rows'] }) {
  const { t, format } = useTexts()
  const canRead = useCan(leadPermissions.read)
  if (!canRead) return null
  const title = t('figures.headings.rows')
  if (typeof rows === 'string')
    return (
      <Part title={title}>
        <p>{t(`figures.rows.${rows}`)}</p>
      </Part>
    )
  const { path, listed, erased } = rows
  return (
    <Part title={title}>
      {listed > 0 ? (
        <Link to={path}>{t('figures.rows.show', { number: format.number(listed) })}</Link>
      ) : (
        <p>{t('figures.rows.nobody')}</p>
      )}
      {erased > 0 && <Hint>{t('figures.rows.erased', { number: format.number(erased) })}</Hint>}
    </Part>
  )
}

/** The screens, exports and fields of the API that have the figure. */
function Uses({ explanation: { rows, api, isInMailMetrics } }: { explanation: Explanation }) {
  const { t } = useTexts()
  return (
    <ul className={styles.uses}>
      <li>{t('screens.dashboard')}</li>
      {typeof rows !== 'string' && <li>{t('figures.uses.people', { screen: t('people.title') })}</li>}
      {isInMailMetrics && <li>{t('figures.uses.mails', { screen: t('screens.emailMetrics') })}</li>}
      <li>
        <code dir="ltr">
          GET {api.path}: {api.fields.join(', ')}
        </code>
      </li>
    </ul>
  )
}
