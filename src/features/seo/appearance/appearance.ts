import type { MappedPage, ShareCard } from '#features/seo/contract.ts'
import { shareCardPath } from '#features/seo/model.ts'
import type { Changer, ChangeSettings } from '#features/seo/ports.ts'
import { seoSettings } from '#features/seo/settings.ts'
import type { Texts } from '#features/seo/sitemap/things.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { PageAppearance, PageAppearanceChange, WordSource } from './contract.ts'
import { hiddenPages } from './settings.ts'

export interface AppearanceOptions<Page extends MappedPage> {
  settings: LiveSettings
  changeSettings: ChangeSettings
  pages: readonly Page[]
  publishedTexts(language: Language): Promise<Texts>
  describeCard(page: Page, language: Language, texts: Texts): ShareCard
  /** What search engines show of a page with the given texts. */
  describeResult(page: Page, language: Language, texts: Texts): { title: string; description: string }
}

/** How the public pages look in search results and when they are shared. */
export function createAppearance<Page extends MappedPage>(options: AppearanceOptions<Page>) {
  const { settings, changeSettings, pages, publishedTexts } = options
  const isIndexed = ({ name }: Page) => !settings.get(hiddenPages).includes(name)

  function describe(page: Page, language: Language, texts: Texts): PageAppearance {
    const [key] = page.reads
    const text = key && texts[key]
    const sourceOf = (own: string | undefined, ofSite: string | undefined): WordSource => {
      if (own) return 'text'
      return page.name === 'landing' && ofSite ? 'setting' : 'built_in'
    }
    return {
      page: page.name,
      path: `/${language}${page.path}`,
      ...options.describeResult(page, language, texts),
      title_source: sourceOf(text?.seo_title, settings.get(seoSettings.metaTitle)[language]),
      description_source: sourceOf(
        text?.seo_description,
        settings.get(seoSettings.metaDescription)[language],
      ),
      text_key: key ?? null,
      card: shareCardPath(options.describeCard(page, language, texts)),
      is_indexed: isIndexed(page),
    }
  }

  return {
    /** The pages that search engines may list. */
    listIndexed: (): readonly Page[] => pages.filter(isIndexed),

    /** All public pages in a language, with the texts that are published now. */
    async list(language: Language): Promise<PageAppearance[]> {
      const texts = await publishedTexts(language)
      return pages.map((page) => describe(page, language, texts))
    },

    /**
     * Asks search engines to list a page or to leave it out, in all languages. Resolves once it is in force in every process.
     * @throws {Problem} 404 for no public page; 409 when somebody else has changed it meanwhile
     */
    async change(name: string, { is_indexed }: PageAppearanceChange, user: Changer): Promise<void> {
      const page = pages.find((one) => one.name === name)
      if (!page) throw new Problem('not_found', 404)
      if (isIndexed(page) === is_indexed) return
      const { value, version } = settings.describe(hiddenPages)
      const names = is_indexed ? value.filter((one) => one !== name) : [...value, name]
      await changeSettings({ changes: [{ key: hiddenPages.key, value: names, version }], reason: '' }, user)
    },
  }
}
export type Appearance<Page extends MappedPage> = ReturnType<typeof createAppearance<Page>>
