import './texts.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { LastRestore } from '#features/backups/admin/restoring/last-restore.tsx'
import { BackupDetails } from '#features/backups/contract.ts'
import { BackupList } from './backup-list.tsx'
import { StatusPanel } from './status-panel.tsx'
import { backupsPath, useBackupRefresh, useBackupSummary } from './use-backups.ts'

/** Backups: whether the installation can be restored, and all copies that there are. */
export function BackupsScreen() {
  const { t } = useTexts()
  const summary = useBackupSummary()
  return (
    <>
      <ScreenHeading
        title={t('screens.backups')}
        intro={t('backups.intro')}
        aside={
          <ButtonRow>
            <Button component={Link} variant="default" to="/admin/backups/restore">
              {t('backups.restore')}
            </Button>
            <BackUpNow isRunning={summary.data?.running != null} />
          </ButtonRow>
        }
      />
      <Stack gap="large">
        <LastRestore />
        {summary.data ? (
          <StatusPanel summary={summary.data} />
        ) : summary.isError ? (
          <LoadFailure query={summary} describe={(reason) => t('backups.failedToLoad', { reason })} />
        ) : (
          <LoadingBlock height={140} />
        )}
        <Panel title={t('backups.list')}>
          <BackupList />
        </Panel>
      </Stack>
    </>
  )
}

function BackUpNow({ isRunning }: { isRunning: boolean }) {
  const { t } = useTexts()
  const api = useApi()
  const refresh = useBackupRefresh()
  const { isBusy, run } = useAction({ onSettled: refresh })
  return (
    <Button
      loading={isBusy}
      disabled={isRunning}
      onClick={() => run(() => api.send('POST', backupsPath, BackupDetails), t('backups.begun'))}
    >
      {t('backups.now')}
    </Button>
  )
}
