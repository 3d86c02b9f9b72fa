/** The window widths that a page can be previewed at. */
export const previewWidths = ['phone', 'tablet', 'desktop'] as const
export type PreviewWidth = (typeof previewWidths)[number]

const pixels: Record<PreviewWidth, number> = { phone: 390, tablet: 820, desktop: 1440 }

/** The size of the preview window and the factor it is scaled by, at most 1. */
export interface PreviewScale {
  /** The size of the window before scaling, in pixels. */
  inlineSize: number
  blockSize: number
  scale: number
}

/** Scales a window down to the width of its container; its height fills the container. */
export function scalePreview(
  width: PreviewWidth,
  room: { inlineSize: number; blockSize: number },
): PreviewScale {
  const inlineSize = pixels[width]
  const scale = room.inlineSize > 0 ? Math.min(1, room.inlineSize / inlineSize) : 1
  return { inlineSize, blockSize: Math.round(room.blockSize / scale), scale }
}
