import { Link } from 'react-router'
import { Tag } from '#admin/kit/layout/hint.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Backup } from '#features/backups/contract.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { sayDuration, sayMoment, showState } from './describe-backup.ts'
import { useBackupList } from './use-backups.ts'

/** All backups, the latest first. */
export function BackupList() {
  const { t } = useTexts()
  const backups = useBackupList()
  if (!backups.data)
    return backups.isError ? (
      <LoadFailure query={backups} describe={(reason) => t('backups.failedToLoad', { reason })} />
    ) : (
      <LoadingLines />
    )
  if (backups.data.length === 0)
    return <EmptyState title={t('backups.none')}>{t('backups.noneText')}</EmptyState>
  return (
    <>
      <BackupTable backups={backups.data} />
      <MoreButton query={backups}>{t('backups.older')}</MoreButton>
    </>
  )
}

function BackupTable({ backups }: { backups: Backup[] }) {
  const { t, format, language } = useTexts()
  const words = { t, format }
  const columns: Column<Backup>[] = [
    {
      key: 'when',
      label: t('backups.columns.when'),
      isRowHeader: true,
      cell: ({ id, created_at }) => <Link to={`/admin/backups/${id}`}>{sayMoment(created_at, words)}</Link>,
    },
    {
      key: 'state',
      label: t('backups.columns.state'),
      hidesCardLabel: true,
      cell: (backup) => {
        const { symbol, isError, text } = showState(backup, words)
        return (
          <State symbol={symbol} isError={isError}>
            {text}
          </State>
        )
      },
    },
    { key: 'why', label: t('backups.columns.why'), cell: ({ reason }) => t(`backups.reasons.${reason}`) },
    {
      key: 'size',
      label: t('backups.columns.size'),
      cell: ({ size }) => (size === null ? '–' : formatFileSize(size, language)),
    },
    {
      key: 'took',
      label: t('backups.columns.took'),
      cell: ({ seconds }) => (seconds === null ? '–' : sayDuration(seconds, format)),
    },
    {
      key: 'where',
      label: t('backups.columns.where'),
      cell: (backup) => <Places backup={backup} />,
    },
  ]
  return (
    <DataTable
      caption={t('backups.list')}
      columns={columns}
      rows={backups}
      keyOf={({ id }) => id}
      cardsBelow="medium"
      isAlarming={({ state, failure }) => state === 'failed' && failure !== 'canceled'}
    />
  )
}

function Places({ backup: { copies, is_encrypted } }: { backup: Backup }) {
  const { t, format } = useTexts()
  const there = copies.filter(({ state }) => state === 'written')
  const missing = copies.filter(({ state }) => state === 'failed')
  return (
    <>
      {there.length > 0
        ? format.list(there.map(({ destination }) => t(`backups.places.${destination}`)))
        : '–'}
      {there.length > 0 &&
        missing.map(({ destination }) => (
          <div key={destination}>
            <Tag kind="error">{t('backups.missingAt', { place: t(`backups.places.${destination}`) })}</Tag>
          </div>
        ))}
      {is_encrypted && (
        <div>
          <Tag>{t('backups.encrypted')}</Tag>
        </div>
      )}
    </>
  )
}
