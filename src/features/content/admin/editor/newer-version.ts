import type { Presence } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'

/** A version that is newer than what someone has before them. */
export interface Newer {
  version: number
  /** Who saved it, when that is known. */
  author: string | undefined
  /** Whether it was saved by the same person, in another window. */
  isOwn: boolean
}

interface Known {
  language: Language
  /** What one has before one, or has begun to change. */
  shown: number
  presence: Presence | undefined
  /** The newest version there is by the list of versions, and by the refusal of a save. */
  listed: number
  refused: number | undefined
  userId: string
}

/** The newest version that anything tells of, if it is newer than what one has before one. */
export function findNewer({ language, shown, presence, listed, refused, userId }: Known): Newer | undefined {
  const heard = presence?.newest[language]
  const version = Math.max(listed, refused ?? 0, heard?.version ?? 0)
  if (version <= shown) return undefined
  const author = heard?.version === version ? heard.author : undefined
  return { version, author: author?.name, isOwn: author?.id === userId }
}
