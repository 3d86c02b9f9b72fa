import { sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { NewNotification } from '#shared/notifications/type.ts'

const minute = 60_000

interface Row {
  type: string
  data: unknown
  count: number
  at: Date
  user_id: string | null
  actor_id: string | null
  person_id: string | null
  group_key: string | null
  grows_until: Date | null
}

/** The statement that tells the team. */
export function createTellingStore(db: Database) {
  return {
    /** Stores notifications. One that grows becomes the newest, and is unread again for everybody. */
    async insert(told: readonly NewNotification[]): Promise<void> {
      await db.execute(sql`
        WITH told AS (
          INSERT INTO notifications (type, data, count, at, user_id, actor_id, person_id, group_key, grows_until)
          SELECT * FROM jsonb_to_recordset(${JSON.stringify(mergeGroups(told))}::jsonb) AS told (
            type text, data jsonb, count integer, at timestamptz, user_id uuid, actor_id uuid, person_id uuid,
            group_key text, grows_until timestamptz)
          ON CONFLICT (group_key) DO UPDATE SET count = notifications.count + excluded.count, at = excluded.at,
            number = DEFAULT, data = NULL, person_id = NULL
          RETURNING id, count
        )
        UPDATE notification_receipts SET read_at = NULL FROM told WHERE notification_id = told.id AND told.count > 1`)
    },
  }
}

/** The rows of notifications; those of one group are one. */
function mergeGroups(told: readonly NewNotification[]): Row[] {
  const rows: Row[] = []
  const groups = new Map<string, Row>()
  for (const notification of told) {
    const row = toRow(notification)
    const group = row.group_key === null ? undefined : groups.get(row.group_key)
    if (group) {
      Object.assign(group, { count: group.count + 1, at: row.at, data: null, person_id: null })
      continue
    }
    rows.push(row)
    if (row.group_key !== null) groups.set(row.group_key, row)
  }
  return rows
}

function toRow({ type, data, at, userId, actorId, personId }: NewNotification): Row {
  const { name, groupMinutes } = type
  const span = (groupMinutes ?? 0) * minute
  const start = span > 0 ? Math.floor(at.getTime() / span) * span : 0
  return {
    ...{ type: name, data, count: 1, at },
    ...{ user_id: userId ?? null, actor_id: actorId ?? null, person_id: personId ?? null },
    group_key: span > 0 ? `${name} ${new Date(start).toISOString()}` : null,
    grows_until: span > 0 ? new Date(start + span) : null,
  }
}
