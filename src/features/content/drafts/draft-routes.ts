import { z } from 'zod'
import { ContentKey, contentLimit, KeptAt, UnsavedText, UnsavedTexts } from '#features/content/contract.ts'
import { draftLifetime, presenceLifetime } from '#features/content/model.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { createDraftsStore } from './drafts-store.ts'

interface DraftRouteOptions {
  db: Database
  clock: Clock
}

/** The unsaved texts of whoever is signed in, for another browser to go on with. */
export function draftRoutes({ db, clock }: DraftRouteOptions) {
  const store = createDraftsStore(db)
  const access = contentPermissions.edit
  const tags = ['Texts']
  const params = z.object({ key: ContentKey })
  const before = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds)

  return defineRoutes((server) => {
    server.get(
      '/api/content/:key/unsaved',
      {
        config: { access, languages: 'any' },
        schema: {
          tags,
          operationId: 'listUnsavedTexts',
          summary: 'List what one has typed and not saved, in windows that are closed',
          params,
          response: { 200: z.array(UnsavedText) },
        },
      },
      async ({ params: { key } }, _reply, { user }) =>
        store.listLeft({ userId: user.id, key }, before(presenceLifetime)),
    )

    server.put(
      '/api/content/:key/unsaved',
      {
        config: { access, languages: ({ body }) => body.texts.map(({ language }) => language) },
        // A window has at most all languages unsaved, each with the text that it began from.
        bodyLimit: 40 * contentLimit,
        schema: {
          tags,
          operationId: 'keepUnsavedTexts',
          summary: 'Keep what one has typed and not saved',
          params,
          body: UnsavedTexts,
          response: { 200: KeptAt },
        },
      },
      async ({ params: { key }, body }, _reply, { user }) => {
        const now = clock.now()
        await store.replace({ userId: user.id, key }, body, now, before(draftLifetime))
        return { saved_at: now.toISOString() }
      },
    )
  })
}
