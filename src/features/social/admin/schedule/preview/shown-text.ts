import type { PlatformId } from '#features/social/contract.ts'
import { findHashtags, findLinks, findMentions } from '#features/social/limits/model.ts'

export interface TextPart {
  kind: 'plain' | 'link' | 'hashtag' | 'mention'
  text: string
}

/** A text in parts of which platforms draw some as links. */
export function partsOf(text: string): TextPart[] {
  const found = [
    ...findLinks(text).map((one) => ({ kind: 'link' as const, text: one })),
    ...findHashtags(text).map((one) => ({ kind: 'hashtag' as const, text: one })),
    ...findMentions(text).map((one) => ({ kind: 'mention' as const, text: one })),
  ]
  const parts: TextPart[] = []
  let rest = text
  for (;;) {
    // The first of what is left; a link before a hashtag within it.
    const next = found
      .map((part) => ({ part, at: rest.indexOf(part.text) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.part.text.length - a.part.text.length)[0]
    if (!next) break
    if (next.at > 0) parts.push({ kind: 'plain', text: rest.slice(0, next.at) })
    parts.push(next.part)
    found.splice(found.indexOf(next.part), 1)
    rest = rest.slice(next.at + next.part.text.length)
  }
  if (rest !== '') parts.push({ kind: 'plain', text: rest })
  return parts
}

/** How a platform shows posts among others. */
export interface Look {
  /**
   * After how many characters or lines a text is cut until somebody asks for the rest. The platforms do not document it; these are what
   * is observed (https://web-3-apps.com/char-counter/articles/linkedin-post-length/, https://toolsop.com/blog/character-limit-twitter-linkedin).
   */
  cut?: { characters: number; lines: number }
  /** Where files stand: most platforms show them below the text. */
  files: 'above' | 'below'
  /** A title stands above the text. */
  shape: 'post' | 'article' | 'message'
}

const post: Look = { files: 'below', shape: 'post' }
const article: Look = { files: 'below', shape: 'article' }

export const looks: Readonly<Record<PlatformId, Look>> = {
  github: article,
  instagram: { ...post, files: 'above', cut: { characters: 125, lines: 3 } },
  reddit: article,
  twitter: post,
  linkedin: { ...post, cut: { characters: 210, lines: 3 } },
  stackoverflow: article,
  tiktok: { ...post, files: 'above' },
  threads: post,
  telegram: { files: 'above', shape: 'message' },
  csdn: article,
}

/** The part of a text that is shown at first, and whether there is more. It ends at a word where it can. */
export function cutText(text: string, cut: Look['cut']): { shown: string; isCut: boolean } {
  if (!cut) return { shown: text, isCut: false }
  const lines = text.split('\n')
  const byLines = lines.slice(0, cut.lines).join('\n')
  const letters = [...byLines]
  if (letters.length <= cut.characters)
    return { shown: byLines.trimEnd(), isCut: byLines.trimEnd() !== text.trimEnd() }
  const start = letters.slice(0, cut.characters).join('')
  const end = start.search(/\s\S*$/)
  return { shown: (end > cut.characters / 2 ? start.slice(0, end) : start).trimEnd(), isCut: true }
}

/** Width divided by height of a picture as a platform shows it. */
export function shownRatio(
  { width, height }: { width: number; height: number },
  limits: { least: number; most: number } | undefined,
): number {
  const ratio = width / Math.max(1, height)
  return limits ? Math.min(limits.most, Math.max(limits.least, ratio)) : ratio
}
