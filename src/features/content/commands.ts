import { exportContentCommand } from '#features/content/transfer/export-command.ts'
import { textSource } from '#features/content/transfer/text-part.ts'

/** The commands of the texts of the site. */
export const createContentCommands = (options: Parameters<typeof exportContentCommand>[0]) => [
  exportContentCommand({ ...options, sources: [textSource, ...options.sources] }),
]
