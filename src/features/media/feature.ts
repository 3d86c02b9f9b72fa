import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { createPicturePart } from '#features/media/transfer/picture-part.ts'
import { mediaPermissions } from './permissions.ts'
import { createResizer } from './resizer.ts'
import { pictureEditingRoutes, pictureFileRoutes, pictureRoutes, pictureUploadRoutes } from './routes.ts'
import { createMedia, type MediaOptions } from './service.ts'
import { storedPictureFiles } from './stored-files.ts'

type MediaNeeds = Pick<MediaOptions, 'findUses' | 'replaceInTexts'>

/** The pictures that the team shows in its texts. */
export function createMediaFeature({ db, clock, files }: Core, needs: MediaNeeds) {
  const media = createMedia({ db, clock, files, resizer: createResizer(), ...needs })
  return {
    permissions: mediaPermissions,
    routes: [
      pictureFileRoutes(media),
      pictureRoutes(media),
      pictureEditingRoutes(media),
      pictureUploadRoutes(media),
    ],
    apiParts: [{ name: 'Pictures', description: 'The pictures of the texts.', group: 'team' }],
    storedFiles: [storedPictureFiles(db)],
    transfer: [createPicturePart({ db, files })],
    /** For the mails that show pictures. */
    prepareForMail: media.prepareForMail,
    /** For pictures that another feature stores. */
    cutSquares: media.cutSquares,
    fitPicture: media.fitPicture,
    has: media.has,
    readWide: media.readWide,
    close: media.close,
  } satisfies Feature & Record<string, unknown>
}
