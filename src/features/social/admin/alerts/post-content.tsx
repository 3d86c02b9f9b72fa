import type { SocialPost } from '#features/social/posts/contract.ts'
import styles from './alerts.module.css'

interface PostContentProps {
  post: SocialPost
  /** Shows the beginning only. */
  isShort?: boolean
}

/** What a post says, with its files. */
export function PostContent({ post: { title, content, media }, isShort = false }: PostContentProps) {
  return (
    <div className={styles.content}>
      {title && (
        <p dir="auto">
          <b>{title}</b>
        </p>
      )}
      {content && (
        <p className={styles.text} dir="auto" data-short={isShort || undefined}>
          {content}
        </p>
      )}
      {media.length > 0 && (
        <ul className={styles.files}>
          {media.map(({ id, kind, url, alternative_text, name }) => (
            <li key={id}>
              {kind === 'image' ? (
                <img src={url} alt={alternative_text || name} loading="lazy" decoding="async" />
              ) : (
                <bdi>{name}</bdi>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
