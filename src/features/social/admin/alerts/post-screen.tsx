import '#features/social/admin/texts.ts'
import { useNavigate, useParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { platformNames } from '#features/social/contract.ts'
import { socialPermissions } from '#features/social/permissions.ts'
import type { SocialPost } from '#features/social/posts/contract.ts'
import styles from './alerts.module.css'
import { HandPostingSteps } from './hand-posting-steps.tsx'
import { PostActions } from './post-actions.tsx'
import { PostContent } from './post-content.tsx'
import { PostFigures } from './post-figures.tsx'
import { PostHistory } from './post-history.tsx'
import { isHandedOver, PostReason, PostState } from './post-state.tsx'
import { RemoveButton } from './remove-button.tsx'
import { usePost } from './use-posts.ts'

/** One post: how far it is, what it says, and what has happened to it. */
export function PostScreen() {
  const { t } = useTexts()
  const { id = '' } = useParams()
  const post = usePost(id)
  const { data } = post
  const isAlert = data && (data.status === 'failed' || isHandedOver(data))
  return (
    <>
      <ScreenHeading
        title={data ? `${platformNames[data.platform]} · ${data.account_name}` : t('alerts.post')}
        before={
          isAlert ? (
            <BackLink to="/admin/social/alertas">{t('tabs.alerts')}</BackLink>
          ) : (
            <BackLink to="/admin/social">{t('tabs.schedule')}</BackLink>
          )
        }
      />
      {post.isPending && <LoadingLines />}
      {post.isError && !data && (
        <LoadFailure query={post} describe={(reason) => t('alerts.failed', { reason })} />
      )}
      {data && <PostView post={data} />}
    </>
  )
}

function PostView({ post }: { post: SocialPost }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const mayPublish = useCan(socialPermissions.publish)
  const isByHand = isHandedOver(post)
  return (
    <Stack gap="large">
      <Stack>
        <PostFacts post={post} />
        <PostReason post={post} />
        {mayPublish && <RemoveButton post={post} />}
        {mayPublish && <PostActions post={post} onWithdrawn={() => void navigate('/admin/social/alertas')} />}
      </Stack>
      {isByHand && mayPublish ? (
        <Panel title={t('alerts.due')}>
          <HandPostingSteps post={post} />
        </Panel>
      ) : (
        <Panel title={t('alerts.content')}>
          <PostContent post={post} />
        </Panel>
      )}
      <PostFigures post={post} />
      <PostHistory post={post} />
    </Stack>
  )
}

function PostFacts({ post }: { post: SocialPost }) {
  const { t, format } = useTexts()
  const { scheduled_at, published_at, published_url, removed_at, created_by } = post
  return (
    <Facts
      facts={[
        {
          name: t('alerts.facts.state'),
          value: (
            <div role="status">
              <PostState post={post} />
            </div>
          ),
        },
        { name: t('alerts.facts.scheduled'), value: format.dateTime(scheduled_at) },
        ...(published_at
          ? [{ name: t('alerts.facts.published'), value: format.dateTime(published_at) }]
          : []),
        ...(removed_at ? [{ name: t('alerts.facts.removed'), value: format.dateTime(removed_at) }] : []),
        ...(published_url && !removed_at
          ? [
              {
                name: t('alerts.facts.address'),
                value: (
                  <bdi dir="ltr" className={styles.address}>
                    <OutwardLink to={published_url}>{published_url}</OutwardLink>
                  </bdi>
                ),
              },
            ]
          : []),
        ...(created_by ? [{ name: t('alerts.facts.author'), value: <bdi>{created_by.name}</bdi> }] : []),
      ]}
    />
  )
}
