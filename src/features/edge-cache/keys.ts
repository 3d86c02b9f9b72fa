import type { ContentKey } from '#features/content/contract.ts'
import { type ChangedText, filesKey, siteKey } from '#shared/edge/edge-cache.ts'

/** A public page, as far as its texts go. */
export interface PageWithTexts {
  path: string
  reads: readonly ContentKey[]
}

// More are as well purged together.
const mostKeys = 50

/** The keys of what may have changed: the pages that show some texts, and what is made of all; everything where texts are not all. */
export function keysOf(texts: readonly ChangedText[] | undefined, pages: readonly PageWithTexts[]): string[] {
  if (!texts) return [siteKey]
  const changed = texts.flatMap(({ key, language }) =>
    pages.filter(({ reads }) => reads.some((read) => read === key)).map(({ path }) => `/${language}${path}`),
  )
  return joinKeys([[...changed, filesKey]])
}

/** The keys of several purges, each once. */
export function joinKeys(lists: readonly (readonly string[])[]): string[] {
  const keys = [...new Set(lists.flat())]
  return keys.includes(siteKey) || keys.length > mostKeys ? [siteKey] : keys
}
