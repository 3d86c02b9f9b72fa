import { z } from 'zod'
import { languages } from '#shared/languages.ts'
import { defineSetting } from '#shared/setting.ts'

const PageName = z.string('invalid').regex(/^[a-z][a-z-]{0,39}$/, 'invalid')
/** The SHA-256 of an uploaded picture. */
export const PictureDigest = z.string('invalid').regex(/^[0-9a-f]{64}$/, 'picture_unknown')

/** The public pages, by name, that ask search engines to leave them out. */
export const hiddenPages = defineSetting('hiddenPages', {
  schema: z
    .array(PageName, 'invalid')
    .max(100, 'too_many')
    .transform((names) => [...new Set(names)].toSorted()),
  default: [],
  readableBy: 'viewer',
})

/** The uploaded pictures with which pages are shared in place of drawn ones, by page and language. */
export const sharePictures = defineSetting('sharePictures', {
  schema: z.record(
    PageName,
    z.partialRecord(z.enum(languages, 'language_unknown'), PictureDigest, 'invalid'),
    'invalid',
  ),
  default: {},
  readableBy: 'viewer',
})
