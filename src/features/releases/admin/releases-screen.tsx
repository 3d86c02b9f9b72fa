import '#features/releases/admin/parts/texts.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { Detail } from '#admin/kit/layout/hint.tsx'
import { Row, RowLink } from '#admin/kit/layout/rows.tsx'
import { GrowingList } from '#admin/kit/list/growing-list.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Release } from '#features/releases/contract.ts'
import { releasePermissions } from '#features/releases/permissions.ts'
import { ReleaseWhen } from './release-when.tsx'
import { useReleases } from './use-releases.ts'

/** Every release, newest first. */
export function ReleasesScreen() {
  const { t } = useTexts()
  const canEdit = useCan(releasePermissions.edit)
  return (
    <>
      <ScreenHeading
        before={<BackLink to="/admin/content">{t('releases.back')}</BackLink>}
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
    <Button component={Link} to="/admin/content/releases/new">
      {t('screens.newRelease')}
    </Button>
  )
}

function ReleaseList({ canEdit }: { canEdit: boolean }) {
  const { t } = useTexts()
  return (
    <GrowingList
      query={useReleases()}
      describeFailure={(reason) => t('releases.failedToLoad', { reason })}
      empty={
        <EmptyState title={t('releases.none')} actions={canEdit && <NewRelease />}>
          {t('releases.noneText')}
        </EmptyState>
      }
      more={t('releases.older')}
    >
      {(release) => <ReleaseRow key={release.id} release={release} />}
    </GrowingList>
  )
}

function ReleaseRow({ release }: { release: Release }) {
  const { t } = useTexts()
  return (
    <Row>
      <RowLink to={`/admin/content/releases/${release.id}`}>
        <bdi>{release.name}</bdi>
      </RowLink>
      <div>
        <ReleaseWhen release={release} />
        <Detail>{t('releases.texts', { count: release.items.length })}</Detail>
      </div>
    </Row>
  )
}
