import type { Logger } from '#platform/log.ts'

// Faults of the network, of the disk and of the limits of the machine, and of streams whose other end has gone.
const outsideCodes = new Set([
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN', 'EADDRNOTAVAIL'],
  ...['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ESTALE'],
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN'],
  ...['ENETUNREACH', 'ENETDOWN', 'ENETRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ESOCKET', 'ECONNECTION'],
  ...['ERR_STREAM_PREMATURE_CLOSE', 'ERR_IPC_CHANNEL_CLOSED', 'ERR_WORKER_INIT_FAILED'],
])
// PostgreSQL's classes of lost connections, missing resources, interventions and system errors, and waiting for a lock.
const databaseCode = /^(08...|53...|57...|58...|55P03)$/
// What pg says of connections without a code.
const databaseMessage =
  /^(Connection terminated|Client has encountered a connection error|timeout e|Query read timeout|Connection ended)/

/**
 * Whether an error comes from outside the program: the network, the disk, the database, the limits of the machine. The state
 * of the process is intact then. Any other uncaught error is a mistake in the program, after which it may not be.
 */
export function isOutsideFault(error: unknown): boolean {
  let cause = error
  // Errors name the one that they were caused by.
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++, cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (outsideCodes.has(code) || databaseCode.test(code) || code.startsWith('UND_ERR_')) return true
    if (code === '' && cause.name === 'Error' && databaseMessage.test(cause.message)) return true
  }
  return false
}

/** Logs a fault that may happen thousands of times: at once, and then once a minute with how often it has happened. */
export type FaultLog = (kind: string, fields: object, message: string) => void

export function createFaultLog(log: Logger, every = 60_000): FaultLog {
  const lines = new Map<string, { at: number; more: number }>()
  return (kind, fields, message) => {
    const now = performance.now()
    const line = lines.get(kind)
    if (line && now - line.at < every) {
      line.more++
      return
    }
    log.error({ ...fields, ...(line && line.more > 0 && { unlogged: line.more }) }, message)
    lines.set(kind, { at: now, more: 0 })
  }
}
