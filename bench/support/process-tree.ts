import { readdir, readFile } from 'node:fs/promises'

/**
 * The memory of a process, in MiB, apart from that of the PostgreSQL it started: each page counted once, shared among
 * those who share it.
 */
export async function proportionalSetSize(root: number): Promise<{ node: number; postgres: number }> {
  if (process.platform !== 'linux') throw new Error('memory is measured on Linux only')
  const processes = await readProcesses()
  const inTree = new Set([root])
  // PostgreSQL is detached but not adopted by another process, so the tree holds all of it.
  for (let size = 0; size < inTree.size; ) {
    size = inTree.size
    for (const { pid, parent } of processes) if (inTree.has(parent)) inTree.add(pid)
  }
  const sum = { node: 0, postgres: 0 }
  for (const pid of inTree) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    sum[pid === root ? 'node' : 'postgres'] += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
  }
  return sum
}

async function readProcesses(): Promise<{ pid: number; parent: number }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      // The name, in parentheses, may contain any characters; the fields after it are separated by spaces.
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
      return { pid: Number(pid), parent: Number(parent ?? -1) }
    }),
  )
}
