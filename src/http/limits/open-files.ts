import { readFileSync } from 'node:fs'

// For the database, the worker threads, mails and files.
const reserve = 128

/** How many connections the process may have, so that some of the files that it may open are left for everything else. */
export function mostConnections(limit = readOpenFileLimit()): number {
  return Math.max(limit - reserve, Math.floor(limit / 2))
}

/** How many files the process may have open; infinite where the system does not say. */
function readOpenFileLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1')
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
