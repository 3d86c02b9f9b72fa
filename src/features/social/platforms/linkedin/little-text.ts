import { findLinks } from '#features/social/limits/model.ts'

const reserved = /[\\|{}@[\]()<>#*_~]/g
const hashtag = /(?<![\p{L}\p{N}_&])#([\p{L}\p{M}\p{N}_]*[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*)/gu

/**
 * A text as LinkedIn's "little" format writes it: without this it is cut off at the first reserved letter. Hashtags stay hashtags; in
 * links letters are written in percent encoding, since links that hold a backslash are broken.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format
 */
export function toLittleText(text: string): string {
  let little = ''
  let rest = text
  for (const link of findLinks(text)) {
    const start = rest.indexOf(link)
    little += escapeWords(rest.slice(0, start)) + escapeLink(link)
    rest = rest.slice(start + link.length)
  }
  return little + escapeWords(rest)
}

const escapeLetters = (text: string) => text.replace(reserved, '\\$&')
const escapeLink = (link: string) =>
  link.replace(reserved, (letter) =>
    letter === '#' ? '\\#' : `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function escapeWords(text: string): string {
  let little = ''
  let end = 0
  for (const match of text.matchAll(hashtag)) {
    const [written, tag = ''] = match
    little += `${escapeLetters(text.slice(end, match.index))}{hashtag|\\#|${escapeLetters(tag)}}`
    end = match.index + written.length
  }
  return little + escapeLetters(text.slice(end))
}
