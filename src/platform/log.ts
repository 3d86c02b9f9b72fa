import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

/** The structured log of the process. Tokens, passwords and addresses of people never reach it. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.password',
        '*.token',
        '*.access_token',
        '*.email',
      ],
      remove: true,
    },
  }
  return pino(options, destination ?? openStandardOutput())
}

/**
 * Standard output. Lines that it does not take, as on a full disk, stay in memory, a megabyte at most, and are written with the
 * next line that it takes.
 */
function openStandardOutput(): DestinationStream {
  const stream = pino.destination({ sync: true, maxLength: 1_000_000, retryEAGAIN: () => false })
  // Without a listener each line would throw, also those of the stop.
  stream.on('error', () => {})
  // Each line has been tried already. On a full disk it would be tried for ever: at each fatal line, and at the exit.
  stream.flushSync = () => {}
  return stream
}

/** The message of an error, without the parameters of a query, which may be personal data. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof DrizzleQueryError)) return error.message
  return `Failed query: ${error.query}${error.cause ? `: ${error.cause.message}` : ''}`
}

/** The message of an error for people: of a query only what the database says of it. */
export function reasonOf(error: unknown): string {
  return messageOf(error instanceof DrizzleQueryError ? (error.cause ?? error) : error)
}

/** Message, code and stack of an error, and nothing else: errors of the database quote the row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause, code } = error as NodeJS.ErrnoException
  const shown = messageOf(error)
  return {
    ...{ type: name, message: shown },
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: describeError(cause) }),
    stack: stack?.replace(message, () => shown),
  }
}
