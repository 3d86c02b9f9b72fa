import type { AuditEntry, AuditQuery, Fields } from './contract.ts'
import type { AuditStore, ChainedEntry } from './store.ts'

export interface AuditOptions {
  store: AuditStore
  /** The users with these ids; unknown ids are left out. */
  listUsers(ids: readonly string[]): Promise<{ id: string; name: string; username: string }[]>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the audit log. */
export function createAudit({ store, listUsers }: AuditOptions) {
  /** Entries as the API returns them, with the names of the users in them. */
  async function describe(rows: readonly ChainedEntry[]): Promise<AuditEntry[]> {
    const ids = new Set(rows.flatMap(({ entry }) => [entry.userId ?? '', ...idsIn(entry)]))
    const sessions = new Set(rows.flatMap(({ entry }) => entry.sessionId ?? []))
    const [users, browsers] = await Promise.all([
      listUsers([...ids].filter((id) => uuid.test(id))),
      sessions.size > 0 ? store.findBrowsers([...sessions]) : new Map<string, string>(),
    ])
    const names = new Map(users.map(({ id, name }) => [id, name]))
    return rows.map((row) => describeEntry(row, names, browsers))
  }

  return {
    describe,
    /** Newest first. */
    async list(query: AuditQuery): Promise<{ items: AuditEntry[]; total: number; isExact: boolean }> {
      const { rows, total, isExact } = await store.list(query, query)
      return { items: await describe(rows), total, isExact }
    },
  }
}
export type Audit = ReturnType<typeof createAudit>

/** The values before and after, the personal ones among them. */
export function valuesOf({
  before,
  after,
  personal,
}: ChainedEntry['entry']): Record<'before' | 'after', Fields> {
  return { before: { ...before, ...personal?.before }, after: { ...after, ...personal?.after } }
}

/** What may be the ids of users among the values of an entry. */
function idsIn(entry: ChainedEntry['entry']): string[] {
  const { before, after } = valuesOf(entry)
  const values = [entry.rowKey, ...Object.values(before), ...Object.values(after)]
  return values.filter((value): value is string => typeof value === 'string' && uuid.test(value))
}

function describeEntry(
  { entry, link }: ChainedEntry,
  names: ReadonlyMap<string, string>,
  browsers: ReadonlyMap<string, string>,
): AuditEntry {
  const { id, at, authorKind, userId, keyId, sessionId, personal, personId, rowKey } = entry
  const { request, action, subject, operation } = entry
  return {
    ...{ id, at: at.toISOString(), request, action, subject, row: rowKey, operation, person: personId },
    author: {
      kind: authorKind,
      user: userId ? { id: userId, name: names.get(userId) ?? null } : null,
      key_id: keyId,
      session: sessionId ? { id: sessionId, user_agent: browsers.get(sessionId) ?? null } : null,
    },
    ...valuesOf(entry),
    secret_fields: entry.secretFields,
    is_erased: personal === null && (link?.commitment ?? null) !== null,
    names: [...new Set(idsIn(entry))].flatMap((one) => {
      const name = names.get(one)
      return name === undefined ? [] : [{ id: one, name }]
    }),
    position: link?.position ?? null,
    hash: link?.hash.toString('hex') ?? null,
  }
}
