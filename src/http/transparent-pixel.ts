/** A GIF of one transparent pixel, 43 bytes: the answer to whatever only counts that it was asked for. */
export const transparentPixel = Buffer.from(
  'R0lGODlhAQABAPAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==',
  'base64',
)
