import type { CSSProperties } from 'react'
import { initialsOf } from '#admin/kit/avatar/initials.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { PlatformId } from '#features/social/contract.ts'
import type { PlatformLimits } from '#features/social/limits/contract.ts'
import { titleLimitOf } from '#features/social/limits/model.ts'
import { platformLimits } from '#features/social/platforms/model.ts'
import type { PostMedia } from '#features/social/posts/contract.ts'
import styles from './preview.module.css'
import { cutText, looks, partsOf, shownRatio } from './shown-text.ts'

export interface PreviewedPost {
  platform: PlatformId
  accountName: string
  /** Where it goes, such as a repository. */
  place: string
  title: string
  text: string
  files: readonly PostMedia[]
  /** When it is published, in words. */
  time: string
}

/** A post as it looks among others on its platform, in our own drawing. */
export function PostPreview({ post }: { post: PreviewedPost }) {
  const look = looks[post.platform]
  const limits = platformLimits[post.platform]
  const isFilm = post.files.some(({ kind }) => kind === 'video')
  const hasTitle = (titleLimitOf(limits, isFilm)?.most ?? 0) > 0
  const files = post.files.length > 0 && <Files files={post.files} limits={limits} />
  return (
    <div className={styles.card} data-shape={look.shape}>
      <div className={styles.author}>
        <span className={styles.avatar} aria-hidden="true">
          {initialsOf(post.accountName)}
        </span>
        <span>
          <bdi className={styles.name}>{post.accountName}</bdi>
          <small>
            {post.place !== '' && <bdi>{post.place}</bdi>} {post.time}
          </small>
        </span>
      </div>
      {look.files === 'above' && files}
      {hasTitle && <Title title={post.title} />}
      <Text text={post.text} platform={post.platform} />
      {look.files === 'below' && files}
    </div>
  )
}

function Title({ title }: { title: string }) {
  const { t } = useTexts()
  return (
    <p className={styles.title} dir="auto" data-absent={title === '' || undefined}>
      {title || t('post_preview.noTitle')}
    </p>
  )
}

function Text({ text, platform }: { text: string; platform: PlatformId }) {
  const { t } = useTexts()
  const { shown, isCut } = cutText(text, looks[platform].cut)
  if (text.trim() === '') return <p className={styles.absent}>{t('post_preview.noText')}</p>
  return (
    // Each paragraph has the direction of its own first letter, as platforms do it.
    <div className={styles.text}>
      {shown.split('\n').map((line, index, lines) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <p key={index} dir="auto">
          {line === '' ? <br /> : <Line line={line} />}
          {isCut && index === lines.length - 1 && (
            <span className={styles.more}> {t('post_preview.more')}</span>
          )}
        </p>
      ))}
    </div>
  )
}

function Line({ line }: { line: string }) {
  return partsOf(line).map(({ kind, text }, index) =>
    kind === 'plain' ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
      <b key={index} className={styles.linked} dir={kind === 'link' ? 'ltr' : undefined}>
        {text}
      </b>
    ),
  )
}

const mostShown = 4

function Files({ files, limits }: { files: readonly PostMedia[]; limits: PlatformLimits }) {
  const { t, format } = useTexts()
  const shown = files.slice(0, mostShown)
  const [first] = files
  const ratio = first ? shownRatio(first, limits.images?.ratios) : 1
  const style: CSSProperties = shown.length === 1 ? { aspectRatio: String(ratio) } : {}
  return (
    <div className={styles.files} data-count={shown.length}>
      {shown.map((file, index) => (
        <div key={file.id} style={style}>
          {file.kind === 'image' ? (
            <img src={file.url} alt={file.alternative_text} />
          ) : (
            <span className={styles.video}>{t('post_preview.video', { name: file.name })}</span>
          )}
          {index === mostShown - 1 && files.length > mostShown && (
            <span className={styles.others}>
              {t('post_preview.moreFiles', { number: format.number(files.length - mostShown) })}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
