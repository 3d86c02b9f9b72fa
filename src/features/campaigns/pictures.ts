import type { MailText } from '#features/mail/contract.ts'
import { pictureSourcePattern } from '#features/media/contract.ts'
import { type CheckText, refuse } from './checks.ts'

/** Pictures by their digests, each with a file that mail programs can show; unknown ones are missing. */
export type FindPictures = (
  digests: readonly string[],
) => Promise<ReadonlyMap<string, { src: string; width: number; height: number }>>

// As the sanitizer writes them.
const picture = /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g

/**
 * Checks the texts of campaigns: what their pictures are and how large, the stored pictures decide.
 * @throws {Problem} 422 as for `cleanText`, and for a picture that does not exist
 */
export function createTextCheck(
  cleanText: (text: MailText) => MailText,
  findPictures: FindPictures,
): CheckText {
  return async (text) => {
    const clean = cleanText(text)
    const digests = [...clean.body.matchAll(picture)].map(([, src = '']) => digestOf(src))
    if (digests.length === 0) return clean
    const known = await findPictures([...new Set(digests)])
    if (digests.some((digest) => !known.has(digest)))
      throw refuse([{ field: 'body', code: 'picture_unknown' }])
    const body = clean.body.replace(picture, (whole, written: string, alt: string) => {
      const { src, width, height } = known.get(digestOf(written)) ?? {}
      return src ? `<img src="${src}" alt="${alt}" width="${width}" height="${height}" />` : whole
    })
    return { ...clean, body }
  }
}

const digestOf = (src: string) => pictureSourcePattern.exec(src)?.[1] ?? ''
