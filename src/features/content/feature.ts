import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { draftRoutes } from '#features/content/drafts/draft-routes.ts'
import { createDraftsStore } from '#features/content/drafts/drafts-store.ts'
import { createActionStore } from '#features/content/history/action-store.ts'
import { createContentHistory } from '#features/content/history/history.ts'
import { contentHistoryRoutes } from '#features/content/history/history-routes.ts'
import { createPresence } from '#features/content/history/presence.ts'
import { presenceRoutes } from '#features/content/history/presence-routes.ts'
import { createSanitizer } from '#features/content/sanitizing/sanitizer.ts'
import { taskRoutes } from '#features/content/tasks/task-routes.ts'
import { createTasks } from '#features/content/tasks/tasks.ts'
import { createContentTransfer, type TransferNeeds } from '#features/content/transfer/transfer.ts'
import { createMachineDrafts } from '#features/content/translation/machine-drafts.ts'
import { createTranslation } from '#features/content/translation/translation.ts'
import { machineRoutes, translationRoutes } from '#features/content/translation/translation-routes.ts'
import {
  changeableSettings,
  connectTranslationService,
} from '#features/content/translation/translation-service.ts'
import type { Language } from '#shared/languages.ts'
import type { CreateTextSearch } from '#shared/search/text-source.ts'
import type { FindNames, TeamMember } from '#shared/user.ts'
import { builtInText } from './built-in-text.ts'
import type { ContentKey } from './contract.ts'
import { contentEditingRoutes } from './editing-routes.ts'
import { createContentListStore } from './list-store.ts'
import { contentPermissions, transferPermissions, translationPermissions } from './permissions.ts'
import { createPictureReplacement } from './picture-replacement.ts'
import { type AnnounceEvents, createPublicationRecord } from './publication-record.ts'
import { createPublishedTexts } from './published-texts.ts'
import { createTextPublisher } from './publisher.ts'
import { contentRoutes, publishedTextRoutes } from './routes.ts'
import { createContentSearch } from './search.ts'
import { createContent } from './service.ts'
import { createSources } from './sources.ts'
import { createTextStates } from './states.ts'
import { contentPublished } from './webhook-events.ts'

interface ContentNeeds {
  /** The names of authors and editors. */
  findNames: FindNames
  /** Everybody of the team. */
  listTeam: () => Promise<TeamMember[]>
  announce: AnnounceEvents
  createTextSearch: CreateTextSearch
  /** The parts of the content of all features, for its export and import. */
  listTransferParts: TransferNeeds['listParts']
}

/** The texts of the public site: versions, publication, translation. */
export function createContentFeature(
  core: Core,
  { findNames, listTeam, announce, createTextSearch, listTransferParts }: ContentNeeds,
) {
  const { db, revision, clock, settings, catalogues, cache, headers, workers } = core
  const store = createContentListStore(db)
  const sources = createSources(catalogues.translator)
  const sanitize = createSanitizer(workers)
  const recordPublication = createPublicationRecord(announce)
  const content = createContent({ db, revision, clock, sources, sanitize, recordPublication })
  const states = createTextStates({ db, sources })
  const history = createContentHistory({ db, clock, sanitize, findNames })
  const presence = createPresence({ db, clock, findNames })
  const builtIn = (key: ContentKey, language: Language) => builtInText(key, catalogues.translator(language))
  const { machine, close } = connectTranslationService(settings)
  const { languagesOf } = content
  const translation = createTranslation({ db, clock, sources, builtIn, hasMachine: machine.isAvailable })
  const machineDrafts = createMachineDrafts({ db, clock, sources, sanitize, builtIn, machine })
  const transfer = createContentTransfer({
    ...{ ...core, sanitize, recordPublication, findNames, listParts: listTransferParts },
  })
  return {
    backup: { emptied: ['content_presence', 'content_imports', 'content_import_items'] },
    ...{ transfer: transfer.transfer, pollers: transfer.pollers, jobs: transfer.jobs },
    storedFiles: transfer.storedFiles,
    permissions: { ...contentPermissions, ...translationPermissions, ...transferPermissions },
    settings: changeableSettings,
    webhookEvents: [contentPublished],
    timeline: [
      { kind: 'texts', permission: contentPermissions.read, list: createActionStore(db).countPublished },
    ],
    search: [createContentSearch({ db, translator: catalogues.translator, createTextSearch })],
    close,
    apiParts: [
      { name: 'Published texts', description: 'What the site says, for anyone to read.', group: 'public' },
      {
        name: 'Texts',
        description:
          'The texts of the site in all their versions and languages: writing, publishing, translating.',
        group: 'team',
      },
      ...transfer.apiParts,
    ],
    routes: [
      publishedTextRoutes({ content, cache, headers }),
      contentRoutes({ content, states, catalogues }),
      contentEditingRoutes({ content }),
      contentHistoryRoutes({ history, languagesOf }),
      presenceRoutes({ presence }),
      draftRoutes({ db, clock }),
      translationRoutes({ translation, languagesOf }),
      machineRoutes({ machineDrafts }),
      ...transfer.routes,
      taskRoutes({ tasks: createTasks({ db, listTeam, findNames }) }),
    ],
    publishedTexts: createPublishedTexts({ store, revision }),
    listPublications: content.listPublications,
    /** Publishes texts in the caller's transaction. */
    publisher: createTextPublisher(recordPublication),
    /**
     * The texts that show a picture, each with its newest version that does. All versions count, since an older one can
     * be restored, and what is unsaved, since it can be saved.
     */
    async findPictureUses(digest: string) {
      const address = `/media/${digest}-`
      const unsaved = await createDraftsStore(db).listUsesOf(address)
      return [
        ...(await store.listUsesOf(address)),
        ...unsaved.map((text) => ({ ...text, version: null, is_newest: false })),
      ]
    },
    replacePicture: createPictureReplacement({ db, clock }),
    /** Sanitizes a text; a blank one becomes empty. */
    async sanitize(html: string): Promise<string> {
      const clean = await sanitize(html)
      return clean.isBlank ? '' : clean.html
    },
  } satisfies Feature & Record<string, unknown>
}
