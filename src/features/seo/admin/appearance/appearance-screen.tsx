import { useSearchParams } from 'react-router'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { StateMark } from '#admin/kit/state-mark.tsx'
import { LanguageTabs } from '#admin/kit/texts/language-tabs.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SeoHead } from '#features/seo/admin/seo-head.tsx'
import { isLanguage, languageNames } from '#shared/languages.ts'
import styles from './appearance.module.css'
import { PagePanel } from './page-panel.tsx'
import { useAppearance } from './use-appearance.ts'
import { useLinkedPage } from './use-linked-page.ts'

/** The public pages in a language, as search engines and people who share them see them. */
export function AppearanceScreen() {
  const { t, language: own } = useTexts()
  const [params, setParams] = useSearchParams()
  const asked = params.get('language')
  const language = isLanguage(asked) ? asked : own
  const query = useAppearance(language)
  useLinkedPage(query.isSuccess && !query.isPlaceholderData)
  return (
    <>
      <SeoHead />
      <Stack>
        <Hint>{t('seo.appearance.intro')}</Hint>
        <LanguageTabs
          label={t('seo.appearance.languages')}
          language={language}
          markOf={() => <StateMark symbol="done" />}
          describe={(code) => languageNames[code]}
          onChoose={(code) => setParams({ language: code }, { replace: true })}
        >
          {query.isPending && <LoadingLines />}
          {query.isError && !query.data && (
            <LoadFailure query={query} describe={(reason) => t('seo.appearance.failed', { reason })} />
          )}
          <div className={styles.pages} aria-busy={query.isPlaceholderData || undefined}>
            {query.data?.map((page) => (
              <PagePanel key={page.page} page={page} language={language} />
            ))}
          </div>
        </LanguageTabs>
      </Stack>
    </>
  )
}
