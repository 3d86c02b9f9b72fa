/** Where anyone sees how far a restore is: whoever has asked for it is signed out by it. */
export const progressPath = '/restoring'

/** The restore screen of a backup. */
export const restorePath = (backup: string) => `/admin/backups/restore?backup=${encodeURIComponent(backup)}`
