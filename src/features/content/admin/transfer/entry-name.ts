import type { Translate } from '#admin/kit/texts/texts.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { ContentKey } from '#features/content/contract.ts'
import type { TransferEntry } from '#features/content/transfer/contract.ts'
import { languageNames } from '#shared/languages.ts'

/** What people call an item. */
export function nameOfEntry({ part, key, label, language }: TransferEntry, t: Translate): string {
  const known = part === 'texts' ? ContentKey.safeParse(key) : undefined
  const name = known?.success ? contentTitle(known.data, t) : label
  return language ? `${name} · ${languageNames[language]}` : name
}
