import { createCanvas } from '@napi-rs/canvas'

/** A picture whose left half is green and whose right half is red. */
export async function drawPicture({
  width = 1200,
  height = 600,
  type = 'image/png',
}: {
  width?: number
  height?: number
  type?: 'image/png' | 'image/jpeg'
} = {}): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#1f4d3a'
  context.fillRect(0, 0, width / 2, height)
  context.fillStyle = '#c8402a'
  context.fillRect(width / 2, 0, width / 2, height)
  return type === 'image/png' ? canvas.encode('png') : canvas.encode('jpeg', 92)
}
