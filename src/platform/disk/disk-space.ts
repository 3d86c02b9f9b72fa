import { statfs } from 'node:fs/promises'
import { messageOf } from '#platform/log.ts'
import { StartError } from '#platform/start-error.ts'

/** With less than this a disk counts as full: PostgreSQL and uploads need more for whatever they write next. */
const leastFree = 1024 * 1024

/** The space of a disk in bytes; `free` is what an unprivileged account may use. */
export interface DiskSpace {
  free: number
  total: number
}

/** The space of the disk on which a folder is; undefined when the system does not tell. */
export async function findDiskSpace(folder: string): Promise<DiskSpace | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return undefined
  }
}

/** Whether there is no space left on the disk of a folder; false when the system does not tell. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const space = await findDiskSpace(folder)
  return space !== undefined && space.total > 0 && space.free < leastFree
}

/** Whether an error says that a disk or a quota is full: of the file system, or PostgreSQL's disk_full. */
export function isDiskFullError(error: unknown): boolean {
  let cause: unknown = error
  for (let depth = 0; depth < 4 && cause instanceof Error; depth++) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true
    if (/No space left on device|Disk quota exceeded/.test(messageOf(cause))) return true
    cause = cause.cause
  }
  return false
}

/** The sentence with which a start on a full disk ends. */
export const describeFullDisk = (folder: string): string =>
  `There is no space left on the disk of the data folder ${folder}: make room there, or choose another folder with DATA_DIR, and start again.`

/** A failed start as the operator reads of it, when the disk is full; else the failure itself. */
export const explainFullDisk = (failure: unknown, folder: string): unknown =>
  failure instanceof StartError || !isDiskFullError(failure)
    ? failure
    : new StartError(describeFullDisk(folder), { cause: failure })
