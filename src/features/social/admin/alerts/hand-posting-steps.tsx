import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { platformNames } from '#features/social/contract.ts'
import type { SocialPost } from '#features/social/posts/contract.ts'
import { copyOrSelect } from '#ui/copying.ts'
import styles from './alerts.module.css'
import { PublishedForm } from './published-form.tsx'

/** What a person does to publish a post by hand, in order. */
export function HandPostingSteps({ post }: { post: SocialPost }) {
  const { t } = useTexts()
  const { text = post.content, compose_url: page } = post.hand_posting ?? {}
  const platform = platformNames[post.platform]
  const tags = Object.values(post.target).filter((value) => value !== '')
  const files = post.media
  return (
    <ol className={styles.steps}>
      <li>
        <p>{t('alerts.hand.copy')}</p>
        {post.title && <CopiedText label={t('alerts.hand.copyTitle')} text={post.title} />}
        {text && <CopiedText label={t('alerts.hand.copyText')} text={text} />}
        {tags.map((tag) => (
          <CopiedText key={tag} label={t('alerts.hand.copyTarget')} text={tag} />
        ))}
      </li>
      {files.length > 0 && (
        <li>
          <p>{t('alerts.hand.download')}</p>
          <ul className={styles.downloads}>
            {files.map(({ id, url, name }) => (
              <li key={id}>
                <a href={url} download={name}>
                  <bdi>{name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </li>
      )}
      <li>
        <p>{t('alerts.hand.publish', { platform })}</p>
        {page && <OutwardLink to={page}>{t('alerts.hand.open', { platform })}</OutwardLink>}
      </li>
      <li>
        <p>{t('alerts.hand.paste')}</p>
        <PublishedForm post={post} />
      </li>
    </ol>
  )
}

function CopiedText({ label, text }: { label: string; text: string }) {
  const { t } = useTexts()
  const shown = useRef<HTMLParagraphElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  async function copy() {
    setOutcome((await copyOrSelect(text, shown.current)) ? 'copied' : 'failed')
  }
  return (
    <div className={styles.copied}>
      <p className={styles.text} dir="auto" ref={shown}>
        {text}
      </p>
      <div>
        <Button variant="default" onClick={() => void copy()}>
          {label}
        </Button>
        <span role="status">{outcome && t(`copy.${outcome}`)}</span>
      </div>
    </div>
  )
}
