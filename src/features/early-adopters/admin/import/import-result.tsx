// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops a table's roles where CSS lays it out as cards
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/import.module.css'
import type { ImportReport, ImportRow } from '#features/early-adopters/contract.ts'

const outcomes = ['added', 'already', 'duplicate', 'refused'] as const
const rowsAtOnce = 200

interface ImportResultProps {
  report: ImportReport
  file: string
  isBusy: boolean
  onGo: () => void
  onAgain: () => void
}

/** What a file would do, or has done, line by line. */
export function ImportResult({ report, file, isBusy, onGo, onAgain }: ImportResultProps) {
  const { t, format } = useTexts()
  const [shown, setShown] = useState<ImportRow['outcome']>()
  const [limit, setLimit] = useState(rowsAtOnce)
  const rows = report.rows.filter(({ outcome }) => shown === undefined || outcome === shown)
  const nameOf = (outcome: ImportRow['outcome']) =>
    outcome === 'added' && !report.dry_run ? t('leads.import.added') : t(`leads.import.would.${outcome}`)
  const total = outcomes.reduce((sum, outcome) => sum + report.counts[outcome], 0)

  return (
    <>
      <p role="status">{t(report.dry_run ? 'leads.import.checked' : 'leads.import.finished', { file })}</p>
      <p className={styles.quiet}>
        {t('leads.import.read', {
          encoding: report.encoding.toUpperCase(),
          columns: format.list(Object.values(report.columns)),
        })}
        {report.ignored.length > 0 && (
          <> {t('leads.import.ignored', { columns: format.list(report.ignored) })}</>
        )}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, these are buttons */}
      <div role="group" className={styles.counts} aria-label={t('leads.import.result')}>
        <button type="button" aria-pressed={shown === undefined} onClick={() => setShown(undefined)}>
          <b>{format.number(total)}</b> {t('leads.import.all')}
        </button>
        {outcomes.map((outcome) => (
          <button
            key={outcome}
            type="button"
            aria-pressed={shown === outcome}
            onClick={() => setShown(outcome)}
          >
            <b>{format.number(report.counts[outcome])}</b> {nameOf(outcome)}
          </button>
        ))}
      </div>
      <div className={styles.go}>
        {report.dry_run && report.counts.added > 0 && (
          <Button loading={isBusy} onClick={onGo}>
            {t('leads.import.start', { number: format.number(report.counts.added) })}
          </Button>
        )}
        {report.dry_run && report.counts.added === 0 && <p>{t('leads.import.nothing')}</p>}
        {!report.dry_run && (
          <Button component={Link} className={styles.seeList ?? ''} to="/admin/early-adopters">
            {t('leads.import.seeList')}
          </Button>
        )}
        <Button variant="default" disabled={isBusy} onClick={onAgain}>
          {t('leads.import.again')}
        </Button>
      </div>
      <table className={styles.table} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {[t('leads.import.lines'), t('people.name'), t('people.email'), t('leads.import.result')].map(
              (label) => (
                <th key={label} role="columnheader" scope="col">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.slice(0, limit).map((row) => (
            <tr key={row.line} role="row" data-outcome={row.outcome}>
              <td role="cell">{t('leads.import.line', { line: format.number(row.line) })}</td>
              <td role="cell">
                <bdi>{row.name}</bdi>
              </td>
              <td role="cell">
                <bdi>{row.email}</bdi>
              </td>
              <td role="cell">
                {row.errors.length === 0 && row.same_as === null && nameOf(row.outcome)}
                {row.same_as !== null && t('leads.import.sameAs', { line: format.number(row.same_as) })}
                {row.errors.map(({ field, message }) => (
                  <p key={field + message}>{message}</p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > limit && (
        <Button variant="default" onClick={() => setLimit(limit + rowsAtOnce)}>
          {t('leads.import.more')}
        </Button>
      )}
      {report.left_off > 0 && (
        <p className={styles.quiet}>
          {t('leads.import.leftOff', { number: format.number(report.left_off) })}
        </p>
      )}
    </>
  )
}
