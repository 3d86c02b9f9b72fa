import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of some programs that is on the path, or in `moreFolders`. */
export function findProgram(
  names: readonly string[],
  moreFolders: readonly string[] = [],
): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...moreFolders]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
