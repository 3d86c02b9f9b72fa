import type { Notify } from '#feature.ts'
import { createSocialFileLinks } from '#features/social/files/file-links.ts'
import { createSocialFiles, listStoredNames, type SocialFileOptions } from '#features/social/files/files.ts'
import { forgetFilesJob } from '#features/social/files/jobs.ts'
import { linkedFileRoutes } from '#features/social/files/routes.ts'
import { createFileStore } from '#features/social/files/store.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import { createPostChecks } from '#features/social/posts/checks.ts'
import { createDecisions } from '#features/social/posts/decisions.ts'
import { draftRoutes } from '#features/social/posts/draft-routes.ts'
import { createDrafts } from '#features/social/posts/drafts.ts'
import { socialFormRoutes } from '#features/social/posts/form-routes.ts'
import { createPostFileStore } from '#features/social/posts/post-file-store.ts'
import { createPostReading, type PostReadingOptions } from '#features/social/posts/reading.ts'
import { createRequestStore } from '#features/social/posts/request-store.ts'
import { decisionRoutes, postRoutes, schedulingRoutes } from '#features/social/posts/routes.ts'
import { createScheduleOne } from '#features/social/posts/schedule-one.ts'
import { createScheduling } from '#features/social/posts/scheduling.ts'
import { createPostSearch } from '#features/social/posts/search.ts'
import { targetRoutes } from '#features/social/posts/target-routes.ts'
import { createTargets } from '#features/social/posts/targets.ts'
import { createContentReader } from '#features/social/publishing/content.ts'
import { figuresJob } from '#features/social/publishing/figures.ts'
import type { PublishingAccounts } from '#features/social/publishing/ports.ts'
import { createPublisher } from '#features/social/publishing/publisher.ts'
import { createRemoval } from '#features/social/removal/removal.ts'
import { removalRoutes } from '#features/social/removal/routes.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Logger } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import type { StoredFileSource } from '#shared/files/stored-files.ts'
import type { Language } from '#shared/languages.ts'
import { socialPostsChanged } from './contract.ts'
import { postNotifications } from './notifications.ts'
import type { Announce } from './webhook-events.ts'

const day = 24 * 3_600_000

export interface PostingOptions
  extends Omit<SocialFileOptions, 'links'>,
    Pick<PostReadingOptions, 'findNames'> {
  log: Logger
  encryption: Encryption
  secrets: Secrets
  publicUrl: string
  notify: Notify
  announce: Announce
  platforms: readonly Platform[]
  accounts: PublishingAccounts
  translator(language: Language): Translate
  /** The time zone of the site. */
  timeZone(): string
}

/** Posts: writing, scheduling and publishing them. */
export function createPosting(options: PostingOptions) {
  const { db, clock, log, files, announce, findNames, publicUrl, accounts, timeZone } = options
  const siteOrigin = new URL(publicUrl).origin
  const platforms = new Map(options.platforms.map((platform) => [platform.id, platform]))
  const socialFiles = createSocialFiles({ ...options, links: createSocialFileLinks(options) })
  const reading = createPostReading({ db, files: socialFiles, platforms, findNames, siteOrigin })
  const check = createPostChecks({ files: socialFiles, siteOrigin })
  const scheduling = createScheduling({ db, clock, check })
  const decisions = createDecisions({ db, clock, announce })
  const scheduleOne = createScheduleOne({ db, scheduling, reading, timeZone })
  const readContent = createContentReader({
    ...{ files: socialFiles, siteOrigin },
    listFiles: (id) => createPostFileStore(db).listOf([id]),
  })
  const publisher = createPublisher({ ...options, platforms, readContent })
  const targets = createTargets({ db, platforms, open: accounts.open })
  const removal = createRemoval({ db, clock, platforms, accounts })
  const services = { reading, scheduling, decisions }
  return {
    routes: [
      postRoutes(services),
      schedulingRoutes(services),
      decisionRoutes(services),
      removalRoutes({ removal, reading }),
      draftRoutes({ drafts: createDrafts({ db, clock }) }),
      targetRoutes({ targets }),
      socialFormRoutes({ socialFiles, scheduleOne }),
      linkedFileRoutes({ socialFiles, files }),
    ],
    apiParts: [
      {
        name: 'Posts on social platforms',
        description:
          'Posts that the team writes for its accounts: `scheduled`, `publishing`, `published` or `failed`. Each is published once; where nobody can know whether it was, a person decides.',
        group: 'team',
      },
    ] as const,
    pollers: [publisher.poller],
    jobs: [
      figuresJob({ db, clock, log, platforms, accounts }),
      forgetFilesJob({
        socialFiles,
        forgetRequests: () => createRequestStore(db).deleteBefore(new Date(clock.now().getTime() - day)),
      }),
    ],
    search: [createPostSearch(options)],
    liveTopics: [socialPostsChanged],
    notifications: postNotifications,
    storedFiles: [
      {
        prefix: 'social/',
        list: async () => listStoredNames(await createFileStore(db).listAll()),
      } satisfies StoredFileSource,
    ],
    drain: publisher.drain,
    close: publisher.stop,
  }
}
