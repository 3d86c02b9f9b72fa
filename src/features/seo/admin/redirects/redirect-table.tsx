import { Detail } from '#admin/kit/layout/hint.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { isolate } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Redirect } from '#features/seo/redirects/contract.ts'
import styles from './redirects.module.css'
import { useWarningText } from './use-warning-text.ts'

interface RedirectTableProps {
  redirects: Redirect[]
  /** For those who may change them. */
  actions?: {
    isBusy: boolean
    onEdit: (redirect: Redirect) => void
    onRemove: (redirect: Redirect) => void
  }
}

/** A page of the redirects. */
export function RedirectTable({ redirects, actions }: RedirectTableProps) {
  const { t } = useTexts()
  const most = Math.max(1, ...redirects.map(({ hits }) => hits))
  const columns: Column<Redirect>[] = [
    {
      key: 'from',
      label: t('redirects.from'),
      isRowHeader: true,
      cell: ({ from, note }) => (
        <>
          <bdi dir="ltr" className={styles.path}>
            {from}
          </bdi>
          {note && (
            <Detail>
              <bdi>{note}</bdi>
            </Detail>
          )}
        </>
      ),
    },
    { key: 'to', label: t('redirects.to'), cell: (redirect) => <Target redirect={redirect} /> },
    { key: 'kind', label: t('redirects.kind'), width: '5rem', cell: ({ kind }) => kind },
    {
      key: 'hits',
      label: t('redirects.hits'),
      width: '11rem',
      cell: (redirect) => <Hits redirect={redirect} most={most} />,
    },
  ]
  if (actions)
    columns.push({
      key: 'actions',
      label: t('redirects.actions'),
      hidesCardLabel: true,
      width: '13.5rem',
      cell: (redirect) => (
        <div className={styles.actions}>
          <TextButton
            aria-label={t('redirects.changeOne', { from: isolate(redirect.from) })}
            onClick={() => actions.onEdit(redirect)}
          >
            {t('redirects.change')}
          </TextButton>
          <TextButton
            aria-label={t('redirects.removeOne', { from: isolate(redirect.from) })}
            disabled={actions.isBusy}
            onClick={() => actions.onRemove(redirect)}
          >
            {t('redirects.remove')}
          </TextButton>
        </div>
      ),
    })
  return <DataTable caption={t('redirects.list')} columns={columns} rows={redirects} keyOf={({ id }) => id} />
}

function Target({ redirect }: { redirect: Redirect }) {
  const { t } = useTexts()
  const { to, warnings, leads_to: end } = redirect
  const say = useWarningText()
  return (
    <>
      {to === null ? (
        t('redirects.gone')
      ) : (
        <bdi dir="ltr" className={styles.path}>
          {to}
        </bdi>
      )}
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {say(warning, end)}
        </p>
      ))}
    </>
  )
}

function Hits({ redirect: { hits, last_hit_at: last }, most }: { redirect: Redirect; most: number }) {
  const { t, format } = useTexts()
  if (hits === 0) return <Detail>{t('redirects.never')}</Detail>
  return (
    <div className={styles.hits}>
      {format.number(hits)}
      <ProgressBar label={t('redirects.hits')} value={hits} max={most} text={format.number(hits)} />
      {last && <Detail>{t('redirects.last', { date: format.date(last) })}</Detail>}
    </div>
  )
}
