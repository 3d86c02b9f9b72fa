import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Backup, BackupSummary } from '#features/backups/contract.ts'
import styles from './backups.module.css'
import { DayPicture } from './day-picture.tsx'
import { sayMoment, showState, showVerdict } from './describe-backup.ts'
import { backupPath, useBackupRefresh } from './use-backups.ts'

/** Whether the installation can be restored, what is being done, and what comes next. */
export function StatusPanel({ summary }: { summary: BackupSummary }) {
  const { t, format } = useTexts()
  const words = { t, format }
  const { symbol, isError, text, advice } = showVerdict(summary, words)
  return (
    <section className={styles.status} aria-labelledby="backup-verdict">
      <div className={styles.verdict}>
        <h2 id="backup-verdict">
          <State symbol={symbol} isError={isError}>
            {text}
          </State>
        </h2>
        {advice && <p>{advice}</p>}
        {summary.running && <Progress backup={summary.running} />}
        <Hint>
          {summary.next_at
            ? t('backups.next', { time: sayMoment(summary.next_at, words) })
            : t('backups.nextOff')}{' '}
          {t('backups.kept', { number: format.number(summary.retention_days) })}{' '}
          <Link to="/admin/settings/backups">{t('backups.settings')}</Link>
        </Hint>
      </div>
      <DayPicture days={summary.days} />
    </section>
  )
}

function Progress({ backup }: { backup: Backup }) {
  const { t, format } = useTexts()
  const api = useApi()
  const refresh = useBackupRefresh()
  const { isBusy, run } = useAction({ onSettled: refresh })
  const { text } = showState(backup, { t, format })
  return (
    <div className={styles.progress}>
      <p role="status">{text}</p>
      <ProgressBar label={t('backups.progress')} value={stepsOf(backup)} max={1} />
      <Button
        variant="default"
        size="sm"
        loading={isBusy}
        onClick={() =>
          run(() => api.command('POST', `${backupPath(backup.id)}/cancel`), t('backups.canceled'))
        }
      >
        {t('backups.cancel')}
      </Button>
    </div>
  )
}

/** Writing is the first half, proving the second. */
const stepsOf = ({ state, progress }: Backup) =>
  state === 'proving' ? 0.5 + progress / 2 : state === 'writing' ? progress / 2 : 0
