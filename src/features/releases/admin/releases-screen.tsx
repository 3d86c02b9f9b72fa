import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { useUser } from '#admin/kit/api-context.tsx'
import { describeError } from '#admin/kit/errors.ts'
import { BackIcon } from '#admin/kit/icons.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/text-context.tsx'
import { addBuiltInTexts } from '#admin/kit/texts.ts'
import releaseTexts from '../../../../locales/es/releases.json'
import type { Release } from '../contract.ts'
import { ReleaseWhen } from './release-when.tsx'
import styles from './releases.module.css'
import { useReleases } from './use-releases.ts'

addBuiltInTexts(releaseTexts)

/** Every release, newest first. */
export function ReleasesScreen() {
  const { t } = useTexts()
  const canEdit = useUser().role !== 'viewer'
  return (
    <>
      <ScreenHeading
        before={
          <Link className={styles.back} to="/admin/content">
            <BackIcon />
            {t('releases.back')}
          </Link>
        }
        title={t('screens.releases')}
        intro={t('releases.intro')}
        aside={canEdit && <NewRelease />}
      />
      <ReleaseList canEdit={canEdit} />
    </>
  )
}

function NewRelease() {
  const { t } = useTexts()
  return (
    <Button component={Link} className={styles.new ?? ''} to="/admin/content/releases/new">
      {t('releases.new')}
    </Button>
  )
}

function ReleaseList({ canEdit }: { canEdit: boolean }) {
  const { t } = useTexts()
  const releases = useReleases()
  if (releases.isError && !releases.data) {
    return (
      <Notice
        kind="error"
        actions={
          <Button variant="default" loading={releases.isFetching} onClick={() => void releases.refetch()}>
            {t('retry')}
          </Button>
        }
      >
        {t('releases.failedToLoad', { reason: describeError(releases.error, t) })}
      </Notice>
    )
  }
  if (!releases.data) {
    return (
      <div className={styles.skeleton} role="status" aria-label={t('loading')}>
        {[52, 40, 58].map((width) => (
          <Skeleton key={width} height={16} width={`${width}%`} />
        ))}
      </div>
    )
  }
  if (releases.data.length === 0) {
    return (
      <EmptyState title={t('releases.none')} actions={canEdit && <NewRelease />}>
        {t('releases.noneText')}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={styles.list}>
        {releases.data.map((release) => (
          <ReleaseRow key={release.id} release={release} />
        ))}
      </ul>
      {releases.hasNextPage && (
        <Button
          variant="default"
          loading={releases.isFetchingNextPage}
          onClick={() => void releases.fetchNextPage()}
        >
          {t('releases.older')}
        </Button>
      )}
    </>
  )
}

function ReleaseRow({ release }: { release: Release }) {
  const { t } = useTexts()
  return (
    <li className={styles.row}>
      <Link className={styles.name} to={`/admin/content/releases/${release.id}`} dir="auto">
        {release.name}
      </Link>
      <p className={styles.count}>{t('releases.texts', { count: release.items.length })}</p>
      <ReleaseWhen release={release} />
    </li>
  )
}
