import { escapeFormulas, writeCsvLine } from '#shared/csv.ts'
import type { AuditExportRequest } from './contract.ts'
import { type Audit, valuesOf } from './service.ts'
import type { AuditStore, ChainedEntry } from './store.ts'

const columns = [
  ...['position', 'id', 'at', 'author_kind', 'user', 'user_name', 'key', 'session', 'request', 'action'],
  ...['subject', 'row', 'operation', 'person', 'before', 'after', 'secret_fields', 'hash'],
]

/** Exports of the audit log, oldest first. Entries are written as they are read, so memory does not grow with their number. */
export function createAuditExports({ store, audit }: { store: AuditStore; audit: Audit }) {
  async function writeCsv(rows: ChainedEntry[]): Promise<string> {
    const entries = await audit.describe(rows)
    return entries
      .map((entry) => {
        const { author } = entry
        return writeCsvLine(
          [
            ...[entry.position ?? '', entry.id, entry.at, author.kind, author.user?.id ?? ''],
            ...[author.user?.name ?? '', author.key_id ?? '', author.session?.id ?? ''],
            ...[entry.request ?? '', entry.action ?? '', entry.subject, entry.row, entry.operation],
            ...[entry.person ?? '', JSON.stringify(entry.before), JSON.stringify(entry.after)],
            ...[entry.secret_fields.join(' '), entry.hash ?? ''],
          ].map((cell) => escapeFormulas(String(cell))),
          ',',
        )
      })
      .join('')
  }

  return {
    /** The file in chunks. `onCount` is called with the number of entries written so far. */
    async *write(
      { format, ...filter }: AuditExportRequest,
      onCount: (entries: number) => void,
    ): AsyncGenerator<string> {
      let entries = 0
      onCount(entries)
      // Without a byte order mark Excel reads the file in a single-byte encoding.
      if (format === 'csv') yield `\ufeff${writeCsvLine(columns, ',')}`
      for await (const rows of store.walk(filter)) {
        entries += rows.length
        onCount(entries)
        if (rows.length === 0) continue
        yield format === 'csv' ? await writeCsv(rows) : rows.map(writeJsonLine).join('')
      }
    },
  }
}
export type AuditExports = ReturnType<typeof createAuditExports>

/** An entry with all that its hash is made of, so that the chain can be checked without the product (docs/audit-log.md). */
function writeJsonLine({ entry, link }: ChainedEntry): string {
  const {
    at,
    authorKind,
    userId,
    keyId,
    sessionId,
    rowKey,
    personId,
    secretFields,
    salt,
    personal,
    ...rest
  } = entry
  const { id, request, action, subject, operation } = rest
  const { before, after } = valuesOf({ ...entry, personal: null })
  const line = {
    position: link?.position ?? null,
    ...{ id, at: at.toISOString(), author_kind: authorKind, user: userId, key: keyId, session: sessionId },
    ...{ request, action, subject, row: rowKey, operation, person: personId },
    before: entry.before && before,
    after: entry.after && after,
    secret_fields: secretFields,
    commitment: link?.commitment?.toString('hex') ?? null,
    personal,
    salt: salt?.toString('hex') ?? null,
    hash: link?.hash.toString('hex') ?? null,
  }
  return `${JSON.stringify(line)}\n`
}
