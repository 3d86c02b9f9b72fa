import type { Core } from '#core.ts'
import type { Feature, Notify } from '#feature.ts'
import type { StoredFileSource } from '#shared/files/stored-files.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import { createStorageCheck } from './check.ts'
import { filesMissing, storageNotifications } from './notifications.ts'

interface StorageNeeds {
  listSources(): readonly StoredFileSource[]
  notify: Notify
}

/** Checks the file store against the rows of all features, after each start and daily. */
export function createStorageFeature(core: Core, { listSources, notify }: StorageNeeds) {
  const { db, files, clock, log } = core
  const { check, removeUnnamed } = createStorageCheck({
    ...{ files, clock, log, listSources },
    tellOfMissing: (count) =>
      db.transaction((transaction) =>
        notify(transaction, [notificationOf(filesMissing, { data: { count }, at: clock.now() })]),
      ),
  })
  return {
    removeUnnamed,
    notifications: storageNotifications,
    pollers: [
      {
        name: 'storage-check',
        everySeconds: 24 * 3600,
        async poll() {
          await check()
        },
      },
    ],
  } satisfies Feature & Record<string, unknown>
}
