import { findProgram } from '../../tools/find-program.ts'

/** Where a program is: on the path, or where Debian puts those of the system. */
export const findSystemProgram = (name: string): string | undefined =>
  findProgram([name], ['/usr/sbin', '/sbin'])

/** Why a drill that needs programs must be skipped; false when it can run. For the `skip` option of a test. */
export function skipWithout(...programs: string[]): string | false {
  const missing = programs.filter((name) => findSystemProgram(name) === undefined)
  return missing.length > 0 && `needs ${missing.join(', ')}`
}

/** The same for a drill that mounts file systems or changes accounts. */
export function skipUnlessRoot(): string | false {
  return process.getuid?.() !== 0 && 'needs root'
}
