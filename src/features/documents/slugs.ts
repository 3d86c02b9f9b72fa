import { guideNames } from '#features/guides/contract.ts'
import type { Database } from '#platform/postgres.ts'
import { foldText } from '#shared/fold-text.ts'
import { createSlugStore } from './slug-store.ts'

/** The address of a document from its title: ASCII letters, digits and hyphens; empty where the title has none. */
export function slugOf(title: string): string {
  return foldText(title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
}

/** What is below the documentation already. */
const reservedSlugs = new Set<string>([...guideNames, 'search'])

/** Whether something else is at the page of a document with this address. */
export const isReservedSlug = (slug: string): boolean => reservedSlugs.has(slug)

/**
 * An address for a document that no other has; `own` is the one that it has now. The transaction must end soon, as others wait
 * for it.
 */
export async function chooseSlug(transaction: Database, title: string, own?: string): Promise<string> {
  const slugs = createSlugStore(transaction)
  await slugs.lock()
  const wanted = slugOf(title) || 'document'
  const taken = await slugs.listLike(wanted)
  if (own !== undefined) taken.delete(own)
  if (isReservedSlug(wanted)) taken.add(wanted)
  if (!taken.has(wanted)) return wanted
  for (let number = 2; ; number++) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`
}
