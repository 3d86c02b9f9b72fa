import { z } from 'zod'
import { type Language, languages } from '#shared/languages.ts'
import { text } from '#shared/text.ts'

/** The largest accepted file, in bytes. */
export const pictureSizeLimit = 15 * 1024 * 1024
/** The largest number of pixels that is decoded, at four bytes each. */
export const picturePixelLimit = 50_000_000
/** The same for AVIF, whose decoder takes 23 bytes a pixel. */
export const avifPixelLimit = 20_000_000
/** The accepted types, by content. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
export type PictureType = (typeof pictureTypes)[number]

const widths = [320, 640, 960, 1440, 1920] as const
const fallbackWidth = 960

/** The widths at which a picture is stored, up to its own. */
export function listPictureWidths(width: number): number[] {
  const largest = Math.min(width, widths[widths.length - 1] ?? width)
  return [...widths.filter((step) => step < largest * 0.85), largest]
}

/** The width of a picture where `srcset` does not apply. */
export function fallbackPictureWidth(width: number): number {
  const all = listPictureWidths(width)
  return all.findLast((step) => step <= fallbackWidth) ?? all[0] ?? width
}

/** The formats in which pictures are stored. */
export const pictureExtensions = ['avif', 'webp', 'jpg'] as const
export type PictureExtension = (typeof pictureExtensions)[number]

/** The address of a picture at one of its widths: AVIF, or at the fallback's width WebP as well. */
export function picturePath(digest: string, width: number, extension: 'avif' | 'webp'): string {
  return `/media/${digest}-${width}.${extension}`
}

/** The address of a picture in texts. */
export function pictureSource(digest: string, width: number): string {
  return picturePath(digest, fallbackPictureWidth(width), 'webp')
}

/** A valid source of a picture in a text. */
export const pictureSourcePattern = /^\/media\/([0-9a-f]{64})-(\d{1,4})\.webp$/

/** The address of a picture for mail programs, many of which show JPEG but neither AVIF nor WebP. */
export function mailPicturePath(digest: string, width: number): string {
  return `/media/${digest}-${fallbackPictureWidth(width)}.jpg`
}

/** The `srcset` of a picture; undefined if its source is not one of ours. */
export function pictureSourceSet(source: string, width: number): string | undefined {
  const digest = pictureSourcePattern.exec(source)?.[1]
  if (!digest) return
  return listPictureWidths(width)
    .map((step) => `${picturePath(digest, step, 'avif')} ${step}w`)
    .join(', ')
}

/** The longest alternative text of a picture, in characters. */
export const alternativeTextLimit = 300

/** What a picture shows, in the languages in which somebody has said so. */
export const Alternatives = z.partialRecord(z.enum(languages), text(alternativeTextLimit))
export type Alternatives = z.infer<typeof Alternatives>

/** The languages of alternative texts, also of those that are empty. */
export const languagesOf = (alternatives: Alternatives): Language[] =>
  languages.filter((language) => alternatives[language] !== undefined)

/** A picture that the team has uploaded. */
export const Picture = z.object({
  id: z.uuid(),
  digest: z.string(),
  filename: z.string(),
  type: z.string(),
  /** In pixels, upright. */
  width: z.number().int(),
  height: z.number().int(),
  /** In bytes, as uploaded. */
  size: z.number().int(),
  /** Its address in texts. */
  src: z.string(),
  /** The alternative text that is proposed in each language. */
  alternatives: Alternatives,
  created_at: z.iso.datetime(),
})
export type Picture = z.infer<typeof Picture>

/** A text of the site that shows a picture in at least one of its versions, or in somebody's unsaved changes. */
export const TextPictureUse = z.object({
  key: z.string(),
  language: z.string(),
  /** The newest version that shows it; null for unsaved changes. */
  version: z.number().int().nullable(),
  /** Whether that is the newest version of the text. */
  is_newest: z.boolean(),
})
export type TextPictureUse = z.infer<typeof TextPictureUse>

/** A campaign that shows a picture in at least one of its languages. */
export const CampaignPictureUse = z.object({ campaign_id: z.uuid(), name: z.string() })
export type CampaignPictureUse = z.infer<typeof CampaignPictureUse>

/** A page of the site whose picture for sharing it is, in a language. */
export const SharedPictureUse = z.object({ shared_page: z.string(), language: z.string() })
export type SharedPictureUse = z.infer<typeof SharedPictureUse>

/** Where a picture is shown. */
export const PictureUse = z.union([TextPictureUse, CampaignPictureUse, SharedPictureUse])
export type PictureUse = z.infer<typeof PictureUse>

/** Whether it is a campaign that shows a picture. */
export const isCampaignUse = (use: object): use is CampaignPictureUse => 'campaign_id' in use

/** Whether it is a page that is shared with a picture. */
export const isSharedUse = (use: object): use is SharedPictureUse => 'shared_page' in use

/** The request to show another picture in the place of one. */
export const PictureReplacement = z.object({ by: z.uuid('picture_unknown').toLowerCase() })

/** The drafts in which a picture was replaced. */
export const ReplacedPicture = z.object({
  texts: z.array(TextPictureUse.omit({ is_newest: true }).extend({ version: z.number().int() })),
})
export type ReplacedPicture = z.infer<typeof ReplacedPicture>

/** What a picture has to be for somebody else: it is cropped in the middle, made smaller and encoded anew. */
export interface PictureFit {
  type: 'image/jpeg' | 'image/png'
  /** In pixels. */
  mostWidth: number
  mostHeight: number
  /** Width divided by height. */
  ratios?: { least: number; most: number } | undefined
  /** In bytes. */
  mostBytes: number
}

/** The order of the server to the resizing process. */
export interface ResizeOrder {
  bytes: Uint8Array
  /** Whether only the file for mail programs is wanted, of a picture that has been resized before. */
  isForMail?: boolean
  /** The sizes in pixels at which the middle square is wanted, instead of the widths. */
  squares?: readonly number[]
  /** What is wanted for somebody else, instead of the widths. */
  fit?: PictureFit
}

/** The picture at its widths, or why it was refused. */
export type Resized =
  | { refused: 'broken' | 'too_costly' }
  | {
      refused?: never
      width: number
      height: number
      files: { width: number; extension: PictureExtension | 'png'; bytes: Uint8Array }[]
    }
