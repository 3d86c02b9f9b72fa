/** The windows a page can be looked at in, with their widths in pixels. */
export const previewWidths = ['phone', 'tablet', 'desk'] as const
export type PreviewWidth = (typeof previewWidths)[number]

const pixels: Record<PreviewWidth, number> = { phone: 390, tablet: 820, desk: 1440 }

/** How a window of a width is shown in the room there is: never larger than it is. */
export interface PreviewScale {
  /** Of the window itself, in pixels. */
  inlineSize: number
  blockSize: number
  scale: number
}

/** Shrinks a window until it fits into a room; its height is what then fills the room. */
export function scalePreview(
  width: PreviewWidth,
  room: { inlineSize: number; blockSize: number },
): PreviewScale {
  const inlineSize = pixels[width]
  const scale = room.inlineSize > 0 ? Math.min(1, room.inlineSize / inlineSize) : 1
  return { inlineSize, blockSize: Math.round(room.blockSize / scale), scale }
}
