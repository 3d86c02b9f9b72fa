import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { SealPicture } from '#features/seo/contract.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import { drawBadgeSeal } from '#ui/badge-seal.ts'
import { encodePng } from './png.ts'

const size = 600

/** Draws a badge's seal on a transparent background. */
export async function drawSeal(type: BadgeType): Promise<SealPicture> {
  const context = createCanvas(size, size).getContext('2d')
  context.drawImage(await loadImage(Buffer.from(drawBadgeSeal(type, size))), 0, 0)
  const { data } = context.getImageData(0, 0, size, size)
  return {
    svg: drawBadgeSeal(type),
    png: await encodePng({ width: size, height: size, pixels: data }),
  }
}
