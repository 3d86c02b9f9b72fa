import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { listOwnWords } from '#features/settings/admin/own-words.ts'
import styles from '#features/settings/admin/settings.module.css'
import { describeSite } from '#features/settings/admin/site-words.ts'
import { useBuiltInTexts } from '#features/settings/admin/use-settings.ts'
import { readTexts } from '#features/settings/admin/values.ts'
import { directionOf } from '#shared/languages.ts'
import { Preview, type PreviewProps } from './preview.tsx'

/** The first page as a search engine shows it. */
export function ResultPreview({ read, settings, language }: PreviewProps) {
  const { t } = useTexts()
  const builtIn = useBuiltInTexts(language)
  const saved = listOwnWords(settings, language)
  const words =
    builtIn &&
    describeSite(builtIn, {
      ...saved,
      title: readTexts(read('metaTitle'))[language] ?? '',
      description: readTexts(read('metaDescription'))[language] ?? '',
    })
  return (
    <Preview title={t('settings.preview.result')}>
      <div className={styles.result} lang={language} dir={directionOf(language)}>
        <div className={styles.resultSite}>
          <img src="/icon-192.png" alt="" width="24" height="24" />
          <div>
            {saved.name}
            <span dir="ltr">{`${location.host} › ${language}`}</span>
          </div>
        </div>
        <p className={styles.resultTitle}>{words?.title}</p>
        <p>{words?.description}</p>
      </div>
      <Hint>{t('settings.preview.resultNote')}</Hint>
    </Preview>
  )
}
