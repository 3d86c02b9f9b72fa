import { existsSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'
const period = 20_000

/** Whether processes can be limited to a share of a processor here. */
export const canLimit = (): boolean =>
  process.getuid?.() === 0 && (existsSync(join(root, 'cpu')) || existsSync(join(root, 'cgroup.controllers')))

/**
 * Gives a process no more than a share of one processor, so that a machine with few of them shows what more processes would do on one with
 * many. Ends when it is disposed of.
 */
export async function limitProcessor(pid: number, share: number): Promise<AsyncDisposable> {
  const isFirst = existsSync(join(root, 'cpu'))
  const parent = isFirst ? join(root, 'cpu') : root
  const folder = join(parent, `firmeza-bench-${pid}`)
  const quota = Math.round(period * share)
  await mkdir(folder)
  if (isFirst) {
    await writeFile(join(folder, 'cpu.cfs_period_us'), String(period))
    await writeFile(join(folder, 'cpu.cfs_quota_us'), String(quota))
  } else await writeFile(join(folder, 'cpu.max'), `${quota} ${period}`)
  await writeFile(join(folder, 'cgroup.procs'), String(pid))
  return {
    async [Symbol.asyncDispose]() {
      // A group can go once its process has left it.
      await writeFile(join(parent, 'cgroup.procs'), String(pid)).catch(() => {})
      await rmdir(folder).catch(() => {})
    },
  }
}
