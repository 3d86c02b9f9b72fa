import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { createContentHistory } from '#features/content/history/history.ts'
import { contentHistoryRoutes } from '#features/content/history/history-routes.ts'
import { createPresence } from '#features/content/history/presence.ts'
import { createSanitizer } from '#features/content/sanitizing/sanitizer.ts'
import { createTranslation } from '#features/content/translation/translation.ts'
import { translationRoutes } from '#features/content/translation/translation-routes.ts'
import { createMachineTranslation } from '#platform/machine-translation.ts'
import type { FindNames } from '#shared/user.ts'
import { builtInText } from './built-in-text.ts'
import { createPictureUses } from './picture-uses.ts'
import { createPublication } from './publication.ts'
import { contentRoutes } from './routes.ts'
import { createContent } from './service.ts'
import { createSources } from './sources.ts'

interface ContentNeeds {
  /** The names of authors and editors. */
  findNames: FindNames
}

/** The texts of the public site: versions, publication, translation. */
export function createContentFeature(core: Core, _needs: ContentNeeds) {
  const { db, revision, clock, config, catalogues, cache, headers, workers } = core
  const sources = createSources(catalogues.translator)
  const sanitize = createSanitizer(workers)
  const content = createContent({ db, revision, clock, sources, sanitize })
  const history = createContentHistory({ db, clock, sanitize })
  const translation = createTranslation({
    ...{ db, clock, sources, sanitize },
    builtIn: (key, language) => builtInText(key, catalogues.translator(language)),
    machine: config.translation && createMachineTranslation(config.translation),
  })
  return {
    routes: [
      contentRoutes({ content, cache, catalogues, headers }),
      contentHistoryRoutes({ history, presence: createPresence({ db, clock }) }),
      translationRoutes({ translation }),
    ],
    publishedTexts: content.publishedTexts,
    listPublications: content.listPublications,
    /** Puts texts on the site in a transaction of the caller's. */
    publication: createPublication(),
    findPictureUses: createPictureUses(db),
    /** Cleans a text; one that shows nothing becomes empty. */
    async sanitize(html: string): Promise<string> {
      const clean = await sanitize(html)
      return clean.isBlank ? '' : clean.html
    },
  } satisfies Feature & Record<string, unknown>
}
