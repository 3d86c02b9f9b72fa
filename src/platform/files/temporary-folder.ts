import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs work with a folder that is gone afterwards, among the temporary ones of the system. What processes have left that were
 * killed meanwhile is removed before.
 */
export async function withTemporaryFolder<Result>(
  purpose: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  // Processes of other machines, and of other containers, may use the same folder.
  const start = `firmeza-${purpose}-${hostname()}-`
  await removeLeft(start)
  const folder = await mkdtemp(join(tmpdir(), `${start}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the folders of processes of this machine that do not run any more, as far as that may be done. */
async function removeLeft(start: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = (name.startsWith(start) && /^(\d+)-\w+$/.exec(name.slice(start.length))) || []
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // One of another account runs all the same.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
