import './texts.ts'
import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { BackLink } from '#admin/kit/back-link.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { listContents, showState } from '#features/backups/admin/describe-backup.ts'
import { useBackup, useBackupList } from '#features/backups/admin/use-backups.ts'
import type { Backup, BackupDetails } from '#features/backups/contract.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { ArchiveUpload } from './archive-upload.tsx'
import { LastRestore } from './last-restore.tsx'
import { restorePath } from './progress-path.ts'
import { RestoreForm } from './restore-form.tsx'
import styles from './restoring.module.css'

/** Restores a backup: what it holds, what happens, and what is kept. Without one, asks which. */
export function RestoreScreen() {
  const { t } = useTexts()
  const [parameters] = useSearchParams()
  const id = parameters.get('backup')
  return (
    <>
      <ScreenHeading
        title={t('restoring.title')}
        intro={t('restoring.intro')}
        before={<BackLink to="/admin/backups">{t('restoring.back')}</BackLink>}
      />
      {id ? <Chosen id={id} /> : <Choice />}
    </>
  )
}

function Choice() {
  const { t } = useTexts()
  return (
    <Stack gap="large">
      <LastRestore />
      <Panel title={t('restoring.choose')}>
        <Choices />
      </Panel>
      <ArchiveUpload />
    </Stack>
  )
}

/** Those that are still somewhere; with none, there is only the upload below. */
function Choices() {
  const { t } = useTexts()
  const backups = useBackupList()
  if (!backups.data)
    return backups.isError ? (
      <LoadFailure query={backups} describe={(reason) => t('backups.failedToLoad', { reason })} />
    ) : (
      <LoadingLines />
    )
  const there = backups.data.filter(isThere)
  return (
    <>
      {there.length > 0 && (
        <Rows>
          {there.map((backup) => (
            <ChoiceRow key={backup.id} backup={backup} />
          ))}
        </Rows>
      )}
      {there.length === 0 && !backups.hasNextPage && <EmptyState title={t('restoring.none')} />}
      <MoreButton query={backups}>{t('restoring.older')}</MoreButton>
    </>
  )
}

const isThere = ({ copies }: Backup) => copies.some(({ state }) => state === 'written')

function ChoiceRow({ backup }: { backup: Backup }) {
  const { t, format, language } = useTexts()
  const { size, created_at, reason } = backup
  const origin = t(`backups.reasons.${reason}`)
  return (
    <Row>
      <div>
        <div>
          <b>{format.dateTime(created_at)}</b>
        </div>
        <BackupState backup={backup} />
        <Detail>{size === null ? origin : `${origin} · ${formatFileSize(size, language)}`}</Detail>
      </div>
      <Button
        component={Link}
        variant="default"
        size="sm"
        to={restorePath(backup.id)}
        aria-label={`${t('restoring.chooseThis')}: ${format.dateTime(created_at)}`}
      >
        {t('restoring.chooseThis')}
      </Button>
    </Row>
  )
}

function BackupState({ backup }: { backup: Backup }) {
  const { t, format } = useTexts()
  const { symbol, isError, text } = showState(backup, { t, format })
  return (
    <State symbol={symbol} isError={isError}>
      {text}
    </State>
  )
}

function Chosen({ id }: { id: string }) {
  const { t } = useTexts()
  const backup = useBackup(id)
  if (backup.isPending) return <LoadingLines />
  if (!backup.data)
    return <LoadFailure query={backup} describe={(reason) => t('restoring.failedToLoad', { reason })} />
  return (
    <Stack gap="large">
      <Holds backup={backup.data} />
      <Happens backup={backup.data} />
      <Panel title={t('restoring.confirm.title')}>
        <RestoreForm backup={backup.data} />
      </Panel>
    </Stack>
  )
}

function Holds({ backup }: { backup: BackupDetails }) {
  const { contents, size, created_at } = backup
  const { t, format, language } = useTexts()
  return (
    <Panel title={t('restoring.holds.title')}>
      <BackupState backup={backup} />
      {!contents && <Hint>{t('restoring.holds.unknown')}</Hint>}
      <Facts
        layout="ruled"
        facts={[
          ...(contents
            ? [
                ...(contents.site
                  ? [
                      {
                        name: t('restoring.holds.site'),
                        value: <bdi>{`${contents.site.name} (${contents.site.url})`}</bdi>,
                      },
                    ]
                  : []),
                { name: t('restoring.holds.taken'), value: format.dateTime(contents.taken_at) },
                { name: t('restoring.holds.version'), value: <bdi>{contents.product_version}</bdi> },
                {
                  name: t('restoring.holds.secret'),
                  value: contents.holds_secret
                    ? t('restoring.holds.secretIn')
                    : t('restoring.holds.secretOut'),
                },
                ...listContents(contents, { t, format }),
                {
                  name: t('restoring.holds.files'),
                  value: format.number(contents.files),
                  isQuiet: contents.files === 0,
                },
              ]
            : [{ name: t('backups.columns.when'), value: format.dateTime(created_at) }]),
          ...(size === null
            ? []
            : [{ name: t('restoring.holds.size'), value: formatFileSize(size, language) }]),
        ]}
      />
    </Panel>
  )
}

function Happens({ backup: { contents } }: { backup: BackupDetails }) {
  const { t, format } = useTexts()
  return (
    <>
      <Panel title={t('restoring.happens.title')}>
        <ul className={styles.list}>
          <li>{t('restoring.happens.check')}</li>
          <li>{t('restoring.happens.undo')}</li>
          <li>{t('restoring.happens.closed')}</li>
          <li>
            {contents
              ? t('restoring.happens.lost', { moment: format.dateTime(contents.taken_at) })
              : t('restoring.happens.lostAll')}
          </li>
          <li>{t('restoring.happens.signedOut')}</li>
        </ul>
      </Panel>
      <Panel title={t('restoring.kept.title')}>
        <ul className={styles.list}>
          {kept.map((name) => (
            <li key={name}>{t(`restoring.kept.${name}`)}</li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

const kept = ['erasures', 'unsubscribes', 'revocations', 'posts', 'logs'] as const
