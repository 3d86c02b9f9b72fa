import { pictureSource } from '#features/media/transfer/picture-part.ts'

/** The pictures that `npm run admin -- export-content` writes. */
export const pictureExport = pictureSource
