import './texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { BackLink } from '#admin/kit/back-link.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type BackupCopy, type BackupDetails, BackupLink } from '#features/backups/contract.ts'
import { formatFileSize } from '#ui/file-size.ts'
import styles from './backups.module.css'
import { DeleteDialog } from './delete-dialog.tsx'
import { listContents, sayDuration, sayMoment, showState } from './describe-backup.ts'
import { backupPath, isRunning, useBackup } from './use-backups.ts'

/** What is in a backup, where it is, and what can be done with it. */
export function BackupScreen() {
  const { t, format } = useTexts()
  const { id = '' } = useParams()
  const backup = useBackup(id)
  const { data } = backup
  return (
    <>
      <ScreenHeading
        title={
          data
            ? t('backups.detail.title', { time: sayMoment(data.created_at, { t, format }) })
            : t('screens.backups')
        }
        before={<BackLink to="/admin/backups">{t('screens.backups')}</BackLink>}
        aside={data && !isRunning(data) && <Actions backup={data} />}
      />
      {backup.isPending && <LoadingLines />}
      {backup.isError && !data && (
        <LoadFailure query={backup} describe={(reason) => t('backups.failedToLoad', { reason })} />
      )}
      {data && <BackupView backup={data} />}
    </>
  )
}

function Actions({ backup }: { backup: BackupDetails }) {
  const { t } = useTexts()
  const api = useApi()
  const { isBusy, run } = useAction()
  const [isAsked, setAsked] = useState(false)
  const isThere = backup.copies.some(({ state }) => state === 'written')
  return (
    <ButtonRow>
      {isThere && (
        <>
          <Button
            variant="default"
            loading={isBusy}
            onClick={() =>
              run(async () => {
                // The browser itself downloads it: it may be larger than a page can hold.
                const { url } = await api.send('POST', `${backupPath(backup.id)}/link`, BackupLink)
                window.location.assign(url)
              })
            }
          >
            {t('backups.download')}
          </Button>
          <Button component={Link} variant="default" to={`/admin/backups/restore?backup=${backup.id}`}>
            {t('backups.restoreThis')}
          </Button>
        </>
      )}
      {backup.is_deletable && (
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('backups.delete')}
        </Button>
      )}
      <DeleteDialog id={backup.id} opened={isAsked} onClose={() => setAsked(false)} />
    </ButtonRow>
  )
}

function BackupView({ backup }: { backup: BackupDetails }) {
  const { t, format, language } = useTexts()
  const words = { t, format }
  const { symbol, isError, text } = showState(backup, words)
  const { failure, failure_detail, size, seconds, reason, contents } = backup
  return (
    <Stack>
      <div role="status" className={styles.verdict}>
        <State symbol={symbol} isError={isError}>
          {text}
        </State>
        {failure && failure !== 'canceled' && <p>{t(`backups.advice.${failure}`)}</p>}
        {failure_detail && (
          <Detail>
            <bdi dir="ltr">{failure_detail}</bdi>
          </Detail>
        )}
        {!isRunning(backup) && !backup.is_deletable && backup.proven_at && (
          <Hint>{t('backups.notDeletable')}</Hint>
        )}
      </div>
      <Facts
        facts={[
          { name: t('backups.columns.why'), value: t(`backups.reasons.${reason}`) },
          ...(size === null
            ? []
            : [{ name: t('backups.columns.size'), value: formatFileSize(size, language) }]),
          ...(seconds === null
            ? []
            : [{ name: t('backups.columns.took'), value: sayDuration(seconds, format) }]),
          {
            name: t('backups.encryption'),
            value: backup.is_encrypted ? t('backups.encryptedText') : t('backups.plainText'),
          },
          ...(backup.copies.length === 0
            ? []
            : [{ name: t('backups.columns.where'), value: <Copies copies={backup.copies} /> }]),
          ...(backup.sha256 === null
            ? []
            : [{ name: 'SHA-256', value: <code className={styles.digest}>{backup.sha256}</code> }]),
        ]}
      />
      {contents && <Contents contents={contents} />}
    </Stack>
  )
}

function Copies({ copies }: { copies: readonly BackupCopy[] }) {
  const { t } = useTexts()
  return copies.map(({ destination, state, detail }) => (
    <div key={destination}>
      {t(`backups.copies.${state}`, { place: t(`backups.places.${destination}`) })}
      {detail && (
        <Detail isError>
          <bdi dir="ltr">{detail}</bdi>
        </Detail>
      )}
    </div>
  ))
}

function Contents({ contents }: { contents: NonNullable<BackupDetails['contents']> }) {
  const { t, format, language } = useTexts()
  const { files, file_bytes, missing_files, holds_secret } = contents
  const size = formatFileSize(file_bytes, language)
  return (
    <Panel title={t('backups.contents.title')}>
      <Hint>
        {t('backups.contents.taken', { time: format.dateTime(contents.taken_at) })}{' '}
        {holds_secret ? t('backups.contents.secretIn') : t('backups.contents.secretOut')}
      </Hint>
      <Facts
        layout="ruled"
        facts={[
          ...listContents(contents, { t, format }),
          {
            name: t('backups.contents.files'),
            value: `${format.number(files)} · ${size}`,
            isQuiet: files === 0,
          },
          ...(missing_files > 0
            ? [{ name: t('backups.contents.missing'), value: format.number(missing_files) }]
            : []),
        ]}
      />
    </Panel>
  )
}
