import { createCanvas, loadImage } from '@napi-rs/canvas'
import { type PictureFit, picturePixelLimit, type Resized } from '#features/media/contract.ts'

const qualities = [92, 85, 75, 60]
// JPEG has no transparency.
const paper = '#ffffff'
const smallest = 320

/**
 * Crops a picture in its middle to a ratio, makes it smaller where it is too large, and encodes it: first with less quality, then
 * smaller, until it has few enough bytes.
 */
export async function fitPicture(bytes: Uint8Array, fit: PictureFit): Promise<Resized> {
  const image = await loadImage(Buffer.from(bytes)).catch(() => undefined)
  if (!image || image.width === 0 || image.height === 0) return { refused: 'broken' }
  if (image.width * image.height > picturePixelLimit) return { refused: 'too_costly' }
  const part = cropTo(image, fit.ratios)
  const isPng = fit.type === 'image/png'
  let scale = Math.min(1, fit.mostWidth / part.width, fit.mostHeight / part.height)
  for (;;) {
    const width = Math.max(1, Math.round(part.width * scale))
    const height = Math.max(1, Math.round(part.height * scale))
    const canvas = createCanvas(width, height)
    const context = canvas.getContext('2d')
    context.imageSmoothingQuality = 'high'
    if (!isPng) {
      context.fillStyle = paper
      context.fillRect(0, 0, width, height)
    }
    context.drawImage(image, part.left, part.top, part.width, part.height, 0, 0, width, height)
    for (const quality of isPng ? [0] : qualities) {
      const encoded = isPng ? await canvas.encode('png') : await canvas.encode('jpeg', quality)
      if (encoded.length <= fit.mostBytes)
        return { width, height, files: [{ width, extension: isPng ? 'png' : 'jpg', bytes: encoded }] }
    }
    scale *= 0.75
    if (part.width * scale < smallest) return { refused: 'too_costly' }
  }
}

/** The middle part of a picture whose width divided by its height is within a range. */
function cropTo({ width, height }: { width: number; height: number }, ratios: PictureFit['ratios']) {
  const ratio = width / height
  if (ratios && ratio < ratios.least) {
    const kept = Math.round(width / ratios.least)
    return { left: 0, top: Math.round((height - kept) / 2), width, height: kept }
  }
  if (ratios && ratio > ratios.most) {
    const kept = Math.round(height * ratios.most)
    return { left: Math.round((width - kept) / 2), top: 0, width: kept, height }
  }
  return { left: 0, top: 0, width, height }
}
