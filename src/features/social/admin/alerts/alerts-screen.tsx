import '#features/social/admin/texts.ts'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SocialHead } from '#features/social/admin/parts/social-head.tsx'
import { socialPermissions } from '#features/social/permissions.ts'
import { HandPostingSteps } from './hand-posting-steps.tsx'
import { PostActions } from './post-actions.tsx'
import { PostEntry } from './post-entry.tsx'
import { useDuePosts, useFailedPosts } from './use-posts.ts'

/** The posts that wait for a person: those to be published by hand, and those that were not published. */
export function AlertsScreen() {
  return (
    <>
      <SocialHead />
      <Stack gap="large">
        <DuePosts />
        <FailedPosts />
      </Stack>
    </>
  )
}

function DuePosts() {
  const { t } = useTexts()
  const mayPublish = useCan(socialPermissions.publish)
  const due = useDuePosts()
  if (due.isError && !due.data)
    return (
      <LoadFailure
        query={due}
        title={t('alerts.due')}
        describe={(reason) => t('alerts.failed', { reason })}
      />
    )
  if (!due.data || due.data.length === 0) return null
  return (
    <Panel title={t('alerts.due')}>
      <Hint>{t('alerts.dueText')}</Hint>
      {due.data.map((post) => (
        <PostEntry key={post.id} post={post} hidesContent={mayPublish}>
          {mayPublish && <HandPostingSteps post={post} />}
          {mayPublish && <PostActions post={post} />}
        </PostEntry>
      ))}
    </Panel>
  )
}

function FailedPosts() {
  const { t } = useTexts()
  const mayPublish = useCan(socialPermissions.publish)
  const failed = useFailedPosts()
  const { data } = failed
  return (
    <Panel title={t('alerts.title')}>
      {failed.isPending && <LoadingLines />}
      {failed.isError && !data && (
        <LoadFailure query={failed} describe={(reason) => t('alerts.failed', { reason })} />
      )}
      {data?.length === 0 && <EmptyState title={t('alerts.none')} />}
      {data?.map((post) => (
        <PostEntry key={post.id} post={post}>
          {mayPublish && <PostActions post={post} />}
        </PostEntry>
      ))}
      <MoreButton query={failed}>{t('alerts.more')}</MoreButton>
    </Panel>
  )
}
