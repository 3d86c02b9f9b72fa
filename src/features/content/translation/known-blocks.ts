import { setImmediate } from 'node:timers/promises'
import type { ContentKey } from '#features/content/contract.ts'
import type { ContentListStore } from '#features/content/list-store.ts'
import type { KnownBlock } from '#features/content/sanitizing/block-changes.ts'
import { type Block, splitBlocks } from '#features/content/sanitizing/blocks.ts'
import { sourceLanguage } from '#shared/languages.ts'

interface KnownBlockOptions {
  store: Pick<ContentListStore, 'listContentsBefore'>
  /** The built-in text of the key in the source language. */
  builtIn: string
}

/** How many older versions of the source are searched at most. */
const maxSearched = 1_000
const pageSize = 50

/** Finds the blocks of these fingerprints in the built-in text and in older versions of the source. */
export async function findKnownBlocks(
  key: ContentKey,
  fingerprints: readonly string[],
  { store, builtIn }: KnownBlockOptions,
): Promise<KnownBlock[]> {
  const known = new Map<string, Block>()
  const missing = new Set(fingerprints)
  const search = (html: string) => {
    for (const block of splitBlocks(html)) {
      if (missing.delete(block.fingerprint)) known.set(block.fingerprint, block)
    }
  }
  search(builtIn)
  let before = 2 ** 31 - 1
  for (let searched = 0; missing.size > 0 && searched < maxSearched; ) {
    const rows = await store.listContentsBefore(key, sourceLanguage, before, pageSize)
    if (rows.length === 0) break
    for (const { version, content } of rows) {
      search(content)
      // Texts are long: other requests are served in between.
      await setImmediate()
      before = version
      if (missing.size === 0) break
    }
    searched += rows.length
  }
  return fingerprints.map((fingerprint) => known.get(fingerprint) ?? { fingerprint })
}
