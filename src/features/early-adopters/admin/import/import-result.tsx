import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { CountFilter } from '#admin/kit/list/count-filter.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import type { ImportedColumn, ImportReport, ImportRow } from '#features/early-adopters/contract.ts'

const outcomes = ['added', 'already', 'duplicate', 'refused'] as const
const rowsAtOnce = 200

interface ImportResultProps {
  report: ImportReport
  file: string
  /** What the columns are read as, while that can be changed. */
  mapping: ReactNode
  /** The tags that everybody in the file gets, and the field for them. */
  tags: string
  tagField: ReactNode
  busy: 'checking' | 'adding' | 'downloading' | undefined
  onGo: () => void
  onAgain: () => void
  /** Downloads the refused lines. */
  onDownload: () => void
}

/** The result of an import or its dry run, line by line. */
export function ImportResult(props: ImportResultProps) {
  const { report, file, mapping, tags, tagField } = props
  const { t, format } = useTexts()
  const [shown, setShown] = useState<ImportRow['outcome']>()
  const [limit, setLimit] = useState(rowsAtOnce)
  const rows = report.rows.filter(({ outcome }) => shown === undefined || outcome === shown)
  const { added, already } = report.counts
  const found = added + already
  const canGo = report.dry_run && (added > 0 || (already > 0 && tags.trim() !== ''))
  const nameOf = (outcome: ImportRow['outcome']) => {
    if (outcome === 'added' && !report.dry_run) return t('leads.import.added')
    if (outcome === 'already' && tags.trim() !== '') return t('leads.import.tags.already')
    return t(`leads.import.would.${outcome}`)
  }
  const headersOf = (isListed: (column: ImportedColumn) => boolean) =>
    report.columns.filter(isListed).flatMap(({ header }) => header || [])
  const ignored = headersOf(({ field }) => field === null)
  const total = outcomes.reduce((sum, outcome) => sum + report.counts[outcome], 0)

  return (
    <>
      <p role="status">{t(report.dry_run ? 'leads.import.checked' : 'leads.import.finished', { file })}</p>
      <Hint>
        {t('leads.import.read', {
          encoding: report.encoding.toUpperCase(),
          columns: format.list(headersOf(({ field }) => field !== null)),
        })}
        {report.sheet !== null && <> {t('leads.import.sheet', { sheet: report.sheet })}</>}
        {ignored.length > 0 && <> {t('leads.import.ignored', { columns: format.list(ignored) })}</>}
      </Hint>
      {mapping && (
        <details className={styles.mapping}>
          <summary>{t('leads.import.mapping.title')}</summary>
          {mapping}
        </details>
      )}
      <CountFilter
        label={t('leads.import.result')}
        options={[
          { value: undefined, label: t('leads.import.all'), count: total },
          ...outcomes.map((value) => ({ value, label: nameOf(value), count: report.counts[value] })),
        ]}
        chosen={shown}
        onChoose={setShown}
      />
      {report.dry_run && found > 0 && tagField}
      <ImportActions {...props} canGo={canGo} />
      {report.counts.refused > 0 && <Hint>{t('leads.import.refusedFile.hint')}</Hint>}
      <RowTable rows={rows.slice(0, limit)} nameOf={nameOf} />
      {rows.length > limit && (
        <Button variant="default" onClick={() => setLimit(limit + rowsAtOnce)}>
          {t('leads.import.more')}
        </Button>
      )}
      {report.left_off > 0 && (
        <Hint>{t('leads.import.leftOff', { number: format.number(report.left_off) })}</Hint>
      )}
    </>
  )
}

interface ImportActionsProps
  extends Pick<ImportResultProps, 'report' | 'busy' | 'onGo' | 'onAgain' | 'onDownload'> {
  /** Whether there is anybody to add or to tag. */
  canGo: boolean
}

function ImportActions({ report, busy, canGo, onGo, onAgain, onDownload }: ImportActionsProps) {
  const { t, format } = useTexts()
  const { added, refused } = report.counts
  return (
    <ButtonRow>
      {canGo && (
        <Button loading={busy === 'adding'} disabled={busy !== undefined} onClick={onGo}>
          {added > 0 ? t('leads.import.start', { number: format.number(added) }) : t('leads.tags.open')}
        </Button>
      )}
      {report.dry_run && !canGo && <p>{t('leads.import.nothing')}</p>}
      {!report.dry_run && (
        <Button component={Link} to="/admin/early-adopters">
          {t('leads.import.seeList')}
        </Button>
      )}
      <Button variant="default" disabled={busy !== undefined} onClick={onAgain}>
        {t('leads.import.again')}
      </Button>
      {refused > 0 && (
        <Button
          variant="default"
          loading={busy === 'downloading'}
          disabled={busy !== undefined}
          onClick={onDownload}
        >
          {t('leads.import.refusedFile.download', { number: format.number(refused) })}
        </Button>
      )}
    </ButtonRow>
  )
}

interface RowTableProps {
  rows: ImportRow[]
  nameOf: (outcome: ImportRow['outcome']) => string
}

function RowTable({ rows, nameOf }: RowTableProps) {
  const { t, format } = useTexts()
  return (
    <DataTable
      caption={t('leads.import.result')}
      rows={rows}
      keyOf={({ line }) => line}
      cardsBelow="narrow"
      isAlarming={({ outcome }) => outcome === 'refused'}
      columns={[
        {
          key: 'line',
          label: t('leads.import.lines'),
          hidesCardLabel: true,
          width: '7rem',
          cell: ({ line }) => t('leads.import.line', { line: format.number(line) }),
        },
        {
          key: 'name',
          label: t('people.name'),
          isRowHeader: true,
          cell: ({ name }) => <bdi>{name}</bdi>,
        },
        {
          key: 'email',
          label: t('people.email'),
          hidesCardLabel: true,
          width: '28%',
          cell: ({ email }) => <bdi>{email}</bdi>,
        },
        {
          key: 'result',
          label: t('leads.import.result'),
          hidesCardLabel: true,
          cell: ({ errors, same_as, outcome }) => (
            <>
              {errors.length === 0 && same_as === null && nameOf(outcome)}
              {same_as !== null && t('leads.import.sameAs', { line: format.number(same_as) })}
              {errors.map(({ field, message }) => (
                <p key={field + message}>{message}</p>
              ))}
            </>
          ),
        },
      ]}
    />
  )
}
