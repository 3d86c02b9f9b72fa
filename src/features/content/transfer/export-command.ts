import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TransferSource } from '#feature.ts'
import type { Clock } from '#platform/clock.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { createLog } from '#platform/log.ts'
import { type Command, CommandError, UsageError } from '#platform/process/command.ts'
import { languages } from '#shared/languages.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { transferParts } from './contract.ts'
import { createContentExports } from './exports.ts'

interface ExportCommandOptions {
  clock: Clock
  /** The parts of all features. */
  sources: readonly TransferSource[]
  /** The address of the site, as the archive names it. */
  siteUrl(): string
}

/** `npm run admin -- export-content FILE`: writes the content of the site as an archive. */
export function exportContentCommand({ clock, sources, siteUrl }: ExportCommandOptions): Command {
  return {
    name: 'export-content',
    parameters: 'FILE',
    summary:
      'Writes texts, pictures, documents, mail texts and redirects to an archive that another installation imports.',
    async run([file, ...rest], { db, secretPlace: { dataDir }, objectStore }) {
      if (file === undefined || rest.length > 0)
        throw new UsageError('export-content takes the name of a file.')
      const place = { objectStore, redirectsToStore: false }
      const files = await openFiles(place, { folder: join(dataDir, 'files'), log: createLog('error') })
      const exports = createContentExports({
        ...{ db, files, sources: () => sources },
        describe: () => ({
          productVersion: packageJson.version,
          site: { name: new URL(siteUrl()).host, url: siteUrl() },
          now: clock.now(),
        }),
      })
      const archive = await exports.write({ parts: [...transferParts], languages: [...languages] })
      // What is not finished is not there under its name.
      const part = `${file}.part`
      try {
        await pipeline(archive.stream, createWriteStream(part, { flags: 'wx' }))
        await rename(part, file)
      } catch (error) {
        await rm(part, { force: true })
        throw error instanceof Error && 'syscall' in error ? new CommandError(error.message) : error
      }
      return [
        `${file}: ${archive.items} items and ${archive.files} files, ${archive.size} bytes.`,
        ...archive.leftOut.map(
          ({ part: name, key, language, reason }) =>
            `Left out: ${[name, key, language].filter(Boolean).join(' ')} (${reason.replaceAll('_', ' ')}).`,
        ),
      ]
    },
  }
}
