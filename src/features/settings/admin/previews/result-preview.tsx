import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SearchResult } from '#features/seo/admin/parts/search-result.tsx'
import { listOwnWords } from '#features/settings/admin/own-words.ts'
import { describeSite } from '#features/settings/admin/site-words.ts'
import { useBuiltInTexts } from '#features/settings/admin/use-settings.ts'
import { readTexts } from '#features/settings/admin/values.ts'
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
      <SearchResult
        site={saved.name}
        path={`/${language}`}
        title={words?.title ?? ''}
        description={words?.description ?? ''}
        language={language}
      />
      <Hint>{t('settings.preview.resultNote')}</Hint>
    </Preview>
  )
}
