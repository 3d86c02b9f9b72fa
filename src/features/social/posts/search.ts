import { platformNames } from '#features/social/contract.ts'
import { socialPermissions } from '#features/social/permissions.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { SearchHit } from '#shared/search/hit.ts'
import type { SearchSource } from '#shared/search/source.ts'
import { createPostSearchStore, type FoundPost } from './search-store.ts'

// How much of a text its hit shows, in characters.
const shownCharacters = 90

/** Posts in the search box, by what they say. */
export function createPostSearch({
  db,
  translator,
}: {
  db: Database
  translator(language: Language): Translate
}): SearchSource {
  const store = createPostSearchStore(db)
  return {
    ...{ name: 'posts', order: 45, permission: socialPermissions.readPosts },
    find: async ({ words, language, limit }) =>
      toHits(await store.findNewest(words, limit), translator(language)),
    findSimilar: async ({ words, language, limit }) =>
      toHits(await store.findSimilar(words, limit), translator(language)),
    listPath: (query) => `/admin/social?${new URLSearchParams({ view: 'list', search: query })}`,
  }
}

function toHits(posts: readonly FoundPost[], t: Translate): SearchHit[] {
  return posts.map(({ id, content, status, removedAt, platform, accountName }) => {
    const letters = [...content.replace(/\s+/g, ' ')]
    const label = letters.slice(0, shownCharacters).join('')
    return {
      ...{ id, excerpt: null, language: null, path: `/admin/social/posts/${id}` },
      label: label ? label + (letters.length > shownCharacters ? '…' : '') : accountName,
      detail: `${platformNames[platform]} · ${t(`social:calendar.statuses.${removedAt ? 'removed' : status}`)}`,
    }
  })
}
