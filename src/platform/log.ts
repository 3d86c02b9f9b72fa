import { type Logger, pino } from 'pino'

export type { Logger }

/** The structured log of the process. Tokens, passwords and addresses of people never reach it. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
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
  })
}
