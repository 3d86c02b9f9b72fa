import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Meta } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { PlatformMark } from '#features/social/admin/parts/platform-mark.tsx'
import { platformNames } from '#features/social/contract.ts'
import type { SocialPost } from '#features/social/posts/contract.ts'
import styles from './alerts.module.css'
import { PostContent } from './post-content.tsx'
import { PostReason, PostState } from './post-state.tsx'

interface PostEntryProps {
  post: SocialPost
  /** Whether the whole text is shown below anyway. */
  hidesContent?: boolean
  /** What can be done about it. */
  children: ReactNode
}

/** A post that waits for a person. */
export function PostEntry({ post, hidesContent = false, children }: PostEntryProps) {
  const { t, format } = useTexts()
  const headingId = useId()
  const failedAt = post.status === 'failed' ? post.updated_at : undefined
  return (
    <article className={styles.post} aria-labelledby={headingId}>
      <header>
        <PlatformMark platform={post.platform} />
        <div>
          <h3 id={headingId}>
            {platformNames[post.platform]} · <bdi>{post.account_name}</bdi>
          </h3>
          <Meta>
            <time dateTime={post.scheduled_at}>
              {t('alerts.dueAt', { date: format.dateTime(post.scheduled_at) })}
            </time>
            {failedAt && (
              <time dateTime={failedAt}>{t('alerts.failedAt', { date: format.dateTime(failedAt) })}</time>
            )}
          </Meta>
        </div>
        <PostState post={post} />
      </header>
      {!hidesContent && <PostContent post={post} isShort />}
      <PostReason post={post} />
      {children}
      <Link to={`/admin/social/posts/${post.id}`}>{t('alerts.history.open')}</Link>
    </article>
  )
}
