import type { Readable } from 'node:stream'
import type { Database } from '#platform/postgres.ts'
import type { SecretPlace } from '#platform/secrets/secrets.ts'
import type { ObjectStorePlace } from '#shared/files/object-store.ts'

/** A command for the operator: `npm run admin -- NAME …`. */
export interface Command {
  name: string
  /** Its parameters as the usage shows them. */
  parameters: string
  /** What it does, in one line. */
  summary: string
  /** Whether it makes the database where there is none yet. */
  makesDatabase?: boolean
  /** Whether it may run on a database whose data was moved elsewhere. */
  opensMoved?: boolean
  /**
   * Runs it; returns the lines to print.
   * @throws {UsageError | CommandError}
   */
  run(parameters: readonly string[], input: CommandInput): Promise<string[]>
}

export interface CommandInput {
  db: Database
  /** The same database, past a pooler. */
  databaseUrl: string
  /** Whether that is the embedded one. */
  usesEmbedded: boolean
  secretPlace: SecretPlace
  /** `S3_URL`. */
  objectStore: ObjectStorePlace | undefined
  /** The whole standard input. */
  readInput(): Promise<string>
  /** The standard input as it comes. */
  input: Readable
  /** Prints how far it is, while it runs. */
  report(line: string): void
}

/** The parameters do not fit the command. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command cannot be done; the message is a sentence for the operator. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** How all commands are called; `invokedAs` is how this program was, if not by npm. */
export function describeUsage(commands: readonly Command[], invokedAs = 'npm run admin --'): string {
  return [
    `Usage: ${invokedAs} COMMAND`,
    ...commands.map(({ name, parameters, summary }) => `  ${name} ${parameters}\n      ${summary}`),
  ].join('\n')
}
