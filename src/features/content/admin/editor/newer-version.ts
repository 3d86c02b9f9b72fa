import type { Presence } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'

/** A version that is newer than the one in the editor. */
export interface Newer {
  version: number
  /** Who saved it, when that is known. */
  author: string | undefined
  /** Whether it was saved by the same person, in another window. */
  isOwn: boolean
}

interface Known {
  language: Language
  /** The version in the editor, or the one that the unsaved changes are based on. */
  shown: number
  presence: Presence | undefined
  /** The newest version according to the list of versions, and according to the refusal of a save. */
  listed: number
  refused: number | undefined
  userId: string
}

/** The newest version known from any of the sources, if it is newer than the one in the editor. */
export function findNewer({ language, shown, presence, listed, refused, userId }: Known): Newer | undefined {
  const reported = presence?.newest[language]
  const version = Math.max(listed, refused ?? 0, reported?.version ?? 0)
  if (version <= shown) return undefined
  const author = reported?.version === version ? reported.author : undefined
  return { version, author: author?.name, isOwn: author?.id === userId }
}
