import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { listOwnWords } from '#features/settings/admin/own-words.ts'
import styles from '#features/settings/admin/settings.module.css'
import { describeSite } from '#features/settings/admin/site-words.ts'
import { useBuiltInTexts } from '#features/settings/admin/use-settings.ts'
import { readText, readTexts } from '#features/settings/admin/values.ts'
import { directionOf } from '#shared/languages.ts'
import { Seal } from '#ui/engraving.tsx'
import { Preview, type PreviewProps } from './preview.tsx'

/** The name and the line under it where visitors see them: the browser's tab, the head and the foot of a page. */
export function IdentityPreview({ read, settings, language }: PreviewProps) {
  const { t } = useTexts()
  const builtIn = useBuiltInTexts(language)
  const saved = listOwnWords(settings, language)
  const name = readText(read('siteName')).trim() || saved.name
  const tagline = readTexts(read('siteTagline'))[language] ?? ''
  const words = builtIn && describeSite(builtIn, { ...saved, name, tagline })
  const own = { lang: language, dir: directionOf(language) }
  return (
    <Preview title={t('settings.preview.identity')}>
      <figure className={styles.page}>
        <div className={styles.tab} {...own}>
          <Seal plain />
          <span>{words?.title}</span>
        </div>
        <div className={styles.pageHead} {...own}>
          <Seal plain />
          <span>{name}</span>
        </div>
        <div className={styles.pageFoot} {...own}>
          {words?.line}
        </div>
        <figcaption>{t('settings.preview.identityNote')}</figcaption>
      </figure>
    </Preview>
  )
}
