import type { PublishedTexts } from '#features/content/contract.ts'
import type { SharedPictureUse } from '#features/media/contract.ts'
import type { MappedPage, ShareCard } from '#features/seo/contract.ts'
import { shareCardPath } from '#features/seo/model.ts'
import type { Changer, ChangeSettings } from '#features/seo/ports.ts'
import { seoSettings } from '#features/seo/settings.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { LocalizedText } from '#shared/text.ts'
import type { PageAppearance, PageAppearanceChange, WordSource } from './contract.ts'
import { hiddenPages, sharePictures } from './settings.ts'

export interface AppearanceOptions<Page extends MappedPage> {
  settings: LiveSettings
  changeSettings: ChangeSettings
  pages: readonly Page[]
  publishedTexts(language: Language): Promise<PublishedTexts>
  /** Whether a picture was uploaded. */
  hasPicture(digest: string): Promise<boolean>
  describeCard(page: Page, language: Language, texts: PublishedTexts): ShareCard
  /** What search engines show of a page with the given texts. */
  describeResult(
    page: Page,
    language: Language,
    texts: PublishedTexts,
  ): { title: string; description: string }
}

/** How the public pages look in search results and when they are shared. */
export function createAppearance<Page extends MappedPage>(options: AppearanceOptions<Page>) {
  const { settings, changeSettings, pages, publishedTexts, hasPicture } = options
  const isIndexed = ({ name }: Page) => !settings.get(hiddenPages).includes(name)

  function describe(page: Page, language: Language, texts: PublishedTexts): PageAppearance {
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
      picture: settings.get(sharePictures)[page.name]?.[language] ?? null,
      is_indexed: isIndexed(page),
    }
  }

  function changeListing(page: Page, { is_indexed = isIndexed(page) }: PageAppearanceChange) {
    if (isIndexed(page) === is_indexed) return []
    const { value, version } = settings.describe(hiddenPages)
    const names = is_indexed ? value.filter((one) => one !== page.name) : [...value, page.name]
    return [{ key: hiddenPages.key, value: names, version }]
  }

  async function changePicture({ name }: Page, { picture }: PageAppearanceChange) {
    if (!picture) return []
    const { language, digest } = picture
    if (digest !== null && !(await hasPicture(digest)))
      throw new Problem('validation_failed', 422, {
        fields: [{ field: 'picture.digest', code: 'picture_unknown' }],
      })
    const { value, version } = settings.describe(sharePictures)
    const own: LocalizedText = { ...value[name] }
    for (const code of language === 'all' ? languages : [language]) {
      if (digest === null) delete own[code]
      else own[code] = digest
    }
    return [{ key: sharePictures.key, value: { ...value, [name]: own }, version }]
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
     * Changes whether search engines may list a page, and the picture with which it is shared. Resolves once both are in force
     * in every process. @throws {Problem} 404 for no public page; 422 for an unknown picture; 409 when somebody else has
     * changed it meanwhile
     */
    async change(name: string, change: PageAppearanceChange, user: Changer): Promise<void> {
      const page = pages.find((one) => one.name === name)
      if (!page) throw new Problem('not_found', 404)
      const changes = [...changeListing(page, change), ...(await changePicture(page, change))]
      if (changes.length > 0) await changeSettings({ changes, reason: '' }, user)
    },

    /** The pages that are shared with a picture. */
    findPictureUses: (digest: string): SharedPictureUse[] =>
      listPictureUses(digest, pages, settings.get(sharePictures)),
  }
}
export type Appearance<Page extends MappedPage> = ReturnType<typeof createAppearance<Page>>

function listPictureUses(
  digest: string,
  pages: readonly MappedPage[],
  pictures: Readonly<Record<string, LocalizedText>>,
): SharedPictureUse[] {
  return pages.flatMap(({ name, path }) =>
    languages
      .filter((language) => pictures[name]?.[language] === digest)
      .map((language) => ({ shared_page: `/${language}${path}`, language })),
  )
}
