import type { Readable } from 'node:stream'
import { z } from 'zod'

/** Names of tables and columns become part of statements. */
const Identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

/** What an archive holds of a table. */
export const ArchivedTable = z.object({
  name: Identifier,
  /** Those that are copied, in the order of the copy: none that the database generates. */
  columns: z.array(Identifier),
  rows: z.number().int().nonnegative(),
  /** The SHA-256, in hex, of its rows in the text format of COPY. */
  sha256: z.string(),
})
export type ArchivedTable = z.infer<typeof ArchivedTable>

/** A partition of a table, which holds the rows of a range of its key. */
export const ArchivedPartition = z.object({
  name: Identifier,
  table: Identifier,
  from: z.iso.date(),
  /** Not in it. */
  to: z.iso.date(),
})
export type ArchivedPartition = z.infer<typeof ArchivedPartition>

/** Where the numbers of an identity column go on. */
export const ArchivedSequence = z.object({
  table: Identifier,
  column: Identifier,
  /** The last number given. */
  last: z.string().regex(/^\d{1,19}$/),
})
export type ArchivedSequence = z.infer<typeof ArchivedSequence>

/** What an archive says of itself. */
export const Manifest = z.object({
  format: z.literal('firmeza-backup'),
  formatVersion: z.literal(1),
  /** The version of the product that made it. */
  productVersion: z.string(),
  /** When its snapshot was taken. */
  takenAt: z.iso.datetime(),
  site: z.object({ name: z.string(), url: z.string() }),
  /** The names of the migrations that its database had, the oldest first. */
  migrations: z.array(z.string()),
  /** In an order in which they can be loaded: what is referred to comes first. */
  tables: z.array(ArchivedTable),
  partitions: z.array(ArchivedPartition),
  /** Those that have given a number. */
  sequences: z.array(ArchivedSequence),
  /** Tables whose rows are left out. */
  leftOut: z.array(z.string()),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Those that were removed while the archive was made. */
    missing: z.array(z.string()),
  }),
  /** Identifies the secret that its encrypted rows are encrypted under, without telling anything of it. */
  secretId: z.string(),
  /** Whether the secret that opens its encrypted rows is in it. */
  holdsSecret: z.boolean(),
})
export type Manifest = z.infer<typeof Manifest>

/** A stored file. Its content was checked when the archive was opened, and is again when it is read. */
export interface ArchivedFile {
  name: string
  size: number
}

/** Why an archive is refused. */
export type ArchiveFault =
  | 'damaged'
  /** Not an archive of this product. */
  | 'foreign'
  /** Made by a newer version of the product. */
  | 'newer'
  /** Encrypted to a key that was not given. */
  | 'locked'

/** An archive that cannot be used; the message is a sentence for the operator. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
  readonly fault: ArchiveFault

  constructor(fault: ArchiveFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** An archive whose every byte was checked. It is read from its beginning each time. */
export interface Archive {
  readonly manifest: Manifest
  /** The secret of the installation that it was made of, if it holds it. */
  readonly secret: string | undefined
  /**
   * Calls a function with the rows of each table in the text format of COPY, in the order of the manifest, one after
   * another, and then with each file. Rejects at its end when what was read is not what was opened: until then, nothing
   * that was read may be relied upon.
   */
  read(visitor: {
    table?(table: ArchivedTable, rows: Readable): Promise<void>
    file?(file: ArchivedFile, content: Readable): Promise<void>
  }): Promise<void>
  close(): Promise<void>
}
