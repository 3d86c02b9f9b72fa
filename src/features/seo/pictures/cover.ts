import { createCanvas, loadImage } from '@napi-rs/canvas'
import { shareCardSize } from '#features/seo/model.ts'

const quality = 85

/** Cuts the middle out of a picture in the size of share pictures, as JPEG. */
export async function cutCover(bytes: Uint8Array): Promise<Buffer> {
  const { width, height } = shareCardSize
  const image = await loadImage(Buffer.from(bytes))
  const scale = Math.max(width / image.width, height / image.height)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  // JPEG knows no transparency.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  const [drawnWidth, drawnHeight] = [image.width * scale, image.height * scale]
  context.drawImage(image, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
  return canvas.encode('jpeg', quality)
}
