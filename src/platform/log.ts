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
  return destination ? pino(options, destination) : pino(options)
}

/** What went wrong, without the values that a statement was about: they may be people's addresses and names. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof DrizzleQueryError)) return error.message
  return `Failed query: ${error.query}${error.cause ? `: ${error.cause.message}` : ''}`
}

/** What an error says and where it was, and nothing else of it: those of the database quote the row they are about. */
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
