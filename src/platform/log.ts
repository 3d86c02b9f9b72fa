import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** The structured log of the process. Tokens, passwords and addresses of people never reach it. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
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

/** What an error says and where it was, and nothing else of it: those of the database quote the row they are about. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause, code } = error as NodeJS.ErrnoException
  return {
    ...{ type: name, message },
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: describeError(cause) }),
    stack,
  }
}
