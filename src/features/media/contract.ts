import { z } from 'zod'

/** The largest file that is taken, in bytes. */
export const pictureSizeLimit = 15 * 1024 * 1024
/** The most pixels that are decoded: four bytes each for as long as it takes. */
export const picturePixelLimit = 50_000_000
/** The same for AVIF, whose decoder takes 23 bytes a pixel. */
export const avifPixelLimit = 20_000_000
/** What is taken, by content. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
export type PictureType = (typeof pictureTypes)[number]

const widths = [320, 640, 960, 1440, 1920] as const
const fallbackWidth = 960

/** The widths at which a picture is kept: a few on the way up to its own, never beyond. */
export function listPictureWidths(width: number): number[] {
  const largest = Math.min(width, widths[widths.length - 1] ?? width)
  return [...widths.filter((step) => step < largest * 0.85), largest]
}

/** The width at which a picture is shown where nothing says which one fits best. */
export function fallbackPictureWidth(width: number): number {
  const all = listPictureWidths(width)
  return all.findLast((step) => step <= fallbackWidth) ?? all[0] ?? width
}

/** The address of a picture at one of its widths: AVIF, or at the fallback's width WebP as well. */
export function picturePath(digest: string, width: number, extension: 'avif' | 'webp'): string {
  return `/media/${digest}-${width}.${extension}`
}

/** The address that a text names a picture by. */
export function pictureSource(digest: string, width: number): string {
  return picturePath(digest, fallbackPictureWidth(width), 'webp')
}

/** What a text may name as the source of a picture. */
export const pictureSourcePattern = /^\/media\/([0-9a-f]{64})-(\d{1,4})\.webp$/

/** The addresses of a picture at all its widths, as `srcset` says them; undefined if the source is not one of ours. */
export function pictureSourceSet(source: string, width: number): string | undefined {
  const digest = pictureSourcePattern.exec(source)?.[1]
  if (!digest) return
  return listPictureWidths(width)
    .map((step) => `${picturePath(digest, step, 'avif')} ${step}w`)
    .join(', ')
}

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
  /** The address that a text names it by. */
  src: z.string(),
  created_at: z.iso.datetime(),
})
export type Picture = z.infer<typeof Picture>

/** A text that shows a picture, in one of its versions at least. */
export const PictureUse = z.object({ key: z.string(), language: z.string(), version: z.number().int() })
export type PictureUse = z.infer<typeof PictureUse>

/** What the server asks of the process that resizes. */
export interface ResizeOrder {
  bytes: Uint8Array
}

/** The picture upright, at its widths; or why there is none. */
export type Resized =
  | { refused: 'broken' | 'too_costly' }
  | {
      refused?: never
      width: number
      height: number
      files: { width: number; extension: 'avif' | 'webp'; bytes: Uint8Array }[]
    }
