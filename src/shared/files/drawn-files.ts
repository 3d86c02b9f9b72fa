/** Folders of the file store whose files are drawn on first use: no row names them, and they can be drawn again at any time. */
const drawnFolders = ['share-cards', 'badge-cards', 'document-cards'] as const
export type DrawnFolder = (typeof drawnFolders)[number]

/** Whether a stored file can be drawn again, so that it needs no backup. */
export const isDrawn = (name: string): boolean => drawnFolders.some((folder) => name.startsWith(`${folder}/`))
