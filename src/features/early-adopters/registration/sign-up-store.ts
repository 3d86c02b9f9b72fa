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
  | 'kind'
  | 'message'
  | 'page'
>

/** What became of a sign-up: a new lead, a later enquiry of one who is known, or nothing, since there is nothing new to keep. */
export type SignUpResult = 'added' | 'enquired' | 'known'

/** The insertion of sign-ups. */
export function createSignUpStore(pool: Pool) {
  return {
    /**
     * Adds many at once. An address that is known, or repeated in the group, adds no lead; a message or another kind of
     * request is then kept beside that lead, in the same statement, so that it takes no longer. New leads are queued for
     * the confirmation mail. One prepared statement for any number of rows, because this is the busiest write of the
     * product.
     */
    async insertMany(rows: NewEarlyAdopter[]): Promise<SignUpResult[]> {
      const { rows: kept } = await pool.query<{ id: string; result: SignUpResult }>({
        name: 'insert early adopters',
        text: `WITH sent AS (
               SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                 $8::text[], $9::text[], $10::text[], $11::timestamptz[], $12::text[], $13::text[], $14::text[])
                 AS sent (id, email, email_key, name, company, segment, interests, language, consent_text,
                   search_text, created_at, kind, message, page)),
               added AS (
               INSERT INTO early_adopters (id, email, email_key, name, company, segment, interests, language,
                 consented_at, consent_text, search_text, created_at, last_contact_at, kind, message, page)
               SELECT id, email, email_key, name, company, segment, string_to_array(interests, ','), language,
                 created_at, consent_text, search_text, created_at, created_at, kind, message, page
               FROM sent
               ON CONFLICT (email_key) DO NOTHING
               RETURNING id, email_key, created_at),
               queued AS (
               INSERT INTO confirmation_queue (lead_id, registered_at) SELECT id, created_at FROM added),
               asking AS (
               SELECT * FROM sent WHERE (message IS NOT NULL OR kind <> 'adopter') AND id NOT IN (SELECT id FROM added)),
               enquired AS (
               INSERT INTO lead_enquiries (id, lead_id, kind, message, page, sent_at)
               SELECT asking.id, known.id, kind, message, page, created_at
               FROM asking JOIN (
                 SELECT id, email_key FROM early_adopters WHERE email_key IN (SELECT email_key FROM asking)
                 UNION ALL SELECT id, email_key FROM added) AS known USING (email_key)
               RETURNING id)
               SELECT id, 'added' AS result FROM added UNION ALL SELECT id, 'enquired' FROM enquired`,
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
          rows.map((row) => row.kind),
          rows.map((row) => row.message),
          rows.map((row) => row.page),
        ],
      })
      const results = new Map(kept.map(({ id, result }) => [id, result]))
      return rows.map(({ id }) => results.get(id) ?? 'known')
    },
  }
}
export type SignUpStore = ReturnType<typeof createSignUpStore>
