import type { Excerpt } from '#features/content/contract.ts'
import { directionOf, type Language } from '#shared/languages.ts'
import styles from './section-thumbnail.module.css'

/** A thumbnail of what the site shows: the text in the site's type, scaled down. */
export function SectionThumbnail({
  excerpt,
  language,
}: {
  excerpt: Excerpt | undefined
  language: Language
}) {
  return (
    <div
      className={styles.frame}
      data-published={excerpt?.published || undefined}
      lang={language}
      dir={directionOf(language)}
      aria-hidden="true"
    >
      <div className={styles.sheet}>
        {excerpt?.blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a picture have no other name than their place
          <div key={index} data-tag={block.tag}>
            {block.text.split('\n').map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor have their lines
              <p key={place}>{line}</p>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
