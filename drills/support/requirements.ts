import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program is: on the path, or where Debian puts those of the system. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** Why a drill that needs programs must be skipped; false when it can run. For the `skip` option of a test. */
export function skipWithout(...programs: string[]): string | false {
  const missing = programs.filter((name) => findProgram(name) === undefined)
  return missing.length > 0 && `needs ${missing.join(', ')}`
}

/** The same for a drill that mounts file systems or changes accounts. */
export function skipUnlessRoot(): string | false {
  return process.getuid?.() !== 0 && 'needs root'
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
