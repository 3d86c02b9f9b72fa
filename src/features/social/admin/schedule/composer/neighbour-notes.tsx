import { Link, useSearchParams } from 'react-router'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { platformNames } from '#features/social/contract.ts'
import type { CalendarPost } from '#features/social/posts/contract.ts'
import styles from './composer.module.css'
import type { Neighbours } from './neighbours.ts'

interface NeighbourNotesProps {
  neighbours: Neighbours
  /** Called when one of the posts is opened. */
  onOpen?: () => void
}

/** Says to which posts of the same accounts a post is too near, in time or in words. */
export function NeighbourNotes({ neighbours: { near, similar }, onOpen }: NeighbourNotesProps) {
  const { t } = useTexts()
  return (
    <>
      {near.length > 0 && <PostLinks title={t('composer.nearby')} posts={near} onOpen={onOpen} />}
      {similar.length > 0 && <PostLinks title={t('composer.similar')} posts={similar} onOpen={onOpen} />}
    </>
  )
}

interface PostLinksProps {
  title: string
  posts: readonly CalendarPost[]
  onOpen: (() => void) | undefined
}

function PostLinks({ title, posts, onOpen }: PostLinksProps) {
  const { t, format } = useTexts()
  const [params] = useSearchParams()
  const linkOf = (id: string) => {
    const next = new URLSearchParams(params)
    next.set('open', id)
    return `?${next}`
  }
  return (
    <div className={styles.neighbours} role="status">
      <Hint>{title}</Hint>
      <ul>
        {posts.map(({ id, platform, account_name, scheduled_at, content }) => (
          <li key={id}>
            <Link to={linkOf(id)} state={{ isOpened: true }} preventScrollReset onClick={onOpen}>
              {isolateWords(`${platformNames[platform]} (${account_name})`)},{' '}
              {isolateWords(format.dateTime(scheduled_at))}
            </Link>
            <bdi>{content.trim() || t('calendar.noText')}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
