import type { Pool } from 'pg'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'

/** The data of a new lead. */
export type NewEarlyAdopter = Pick<
  EarlyAdopterRow,
  | 'id'
  | 'email'
  | 'emailKey'
  | 'name'
  | 'company'
  | 'segment'
  | 'interests'
  | 'language'
  | 'consentText'
  | 'searchText'
  | 'createdAt'
>

/** The insertion of sign-ups. */
export function createSignUpStore(pool: Pool) {
  return {
    /**
     * Adds many at once; answers for each whether it is new. An address that is known, or repeated in the group, adds
     * nothing. New ones are queued for the confirmation mail. One prepared statement for any number of rows, because this
     * is the busiest write of the product.
     */
    async insertMany(rows: NewEarlyAdopter[]): Promise<boolean[]> {
      const { rows: added } = await pool.query<{ id: string }>({
        name: 'insert early adopters',
        text: `WITH added AS (
               INSERT INTO early_adopters (id, email, email_key, name, company, segment, interests, language,
                 consented_at, consent_text, search_text, created_at, last_contact_at)
               SELECT id, email, email_key, name, company, segment, string_to_array(interests, ','), language,
                 created_at, consent_text, search_text, created_at, created_at
               FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                 $8::text[], $9::text[], $10::text[], $11::timestamptz[])
                 AS sent (id, email, email_key, name, company, segment, interests, language, consent_text,
                   search_text, created_at)
               ON CONFLICT (email_key) DO NOTHING
               RETURNING id, created_at)
               INSERT INTO confirmation_queue (lead_id, registered_at) SELECT id, created_at FROM added
               RETURNING lead_id AS id`,
        values: [
          rows.map((row) => row.id),
          rows.map((row) => row.email),
          rows.map((row) => row.emailKey),
          rows.map((row) => row.name),
          rows.map((row) => row.company),
          rows.map((row) => row.segment),
          rows.map((row) => row.interests.join(',')),
          rows.map((row) => row.language),
          rows.map((row) => row.consentText),
          rows.map((row) => row.searchText),
          rows.map((row) => row.createdAt.toISOString()),
        ],
      })
      const ids = new Set(added.map(({ id }) => id))
      return rows.map(({ id }) => ids.has(id))
    },
  }
}
export type SignUpStore = ReturnType<typeof createSignUpStore>
