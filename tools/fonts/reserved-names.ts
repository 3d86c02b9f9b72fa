/// <reference path="../../src/shared/fonts/wawoff2.d.ts" />
import { compress, decompress } from 'wawoff2'
import { renameFamily } from '#shared/fonts/sfnt.ts'

/** What cuts of Source Serif are called. */
const ownName = 'Firmeza Serif'

/**
 * A cut under a name of its own where the original reserves its name: «Source» is one of Adobe's (clause 3 of the Open Font
 * License). The other fonts reserve none. Who made it, and the licence, stay in the file.
 */
export async function renameReserved(name: string, cut: Buffer): Promise<Buffer> {
  if (!name.startsWith('source-serif-')) return cut
  // What is returned lies in the decoder's memory, which the next call takes.
  const font = Buffer.from(await decompress(cut))
  return Buffer.from(await compress(renameFamily(font, ownName, { keepNotices: true })))
}
