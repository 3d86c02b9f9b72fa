import { useDeferredValue } from 'react'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { currentZone, formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import {
  filesFor,
  publishedText,
  textFor,
  variantOf,
} from '#features/social/admin/schedule/composer/composition.ts'
import type { Composing } from '#features/social/admin/schedule/composer/use-composer.ts'
import { platformNames } from '#features/social/contract.ts'
import { isWallTime, resolveWallTime } from '#features/social/posts/model.ts'
import { PostPreview } from './post-preview.tsx'
import styles from './preview.module.css'
import { cutText, looks } from './shown-text.ts'

/** How the posts look on their platforms while they are written. */
export function PreviewPanel({ composer }: { composer: Composing }) {
  const { t } = useTexts()
  const { chosen, shown } = composer
  return (
    <div className={styles.panel}>
      <Panel title={t('post_preview.title')}>
        {chosen.length > 1 && shown && (
          <Segmented
            legend={t('post_preview.accounts')}
            options={chosen.map(({ id, platform, account_name }) => ({
              value: id,
              label: chosen.some((one) => one.platform === platform && one.id !== id)
                ? `${platformNames[platform]} · ${account_name}`
                : platformNames[platform],
            }))}
            value={shown.id}
            onChange={composer.show}
          />
        )}
        {shown ? <Shown composer={composer} account={shown} /> : <Hint>{t('post_preview.empty')}</Hint>}
      </Panel>
    </div>
  )
}

function Shown({ composer, account }: { composer: Composing; account: NonNullable<Composing['shown']> }) {
  const { t, language } = useTexts()
  const composition = useDeferredValue(composer.composition)
  const { platform, account_name } = account
  const { title, target } = variantOf(composition, account.id)
  const text = publishedText(composition, account, composer.siteOrigin)
  const isTracked = text !== textFor(composition, account.id).trim()
  const time = isWallTime(composition.wall_time)
    ? formatMoment(resolveWallTime(composition.wall_time, currentZone()).instant.toISOString(), language)
    : t('post_preview.noTime')
  return (
    <section
      aria-label={t('post_preview.of', { platform: platformNames[platform] })}
      className={styles.shown}
    >
      <PostPreview
        post={{
          ...{ platform, accountName: account_name, title, text, time },
          // Who sees a post is no place.
          place: platform === 'tiktok' ? '' : Object.values(target).filter(Boolean).join(' · '),
          files: filesFor(composition, account.id),
        }}
      />
      {cutText(text, looks[platform].cut).isCut && <Hint>{t('post_preview.cutHint')}</Hint>}
      {isTracked && <Hint>{t('post_preview.tracked')}</Hint>}
      <Hint>{t('post_preview.hint')}</Hint>
    </section>
  )
}
