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
  | 'country'
>

/**
 * What became of a sign-up: a new lead, a later enquiry of one who is known, or nothing, since there is nothing new to keep.
 * `raced`: nothing yet, since the same address was registered elsewhere in this moment; the next attempt finds it.
 */
export type SignUpResult = 'added' | 'enquired' | 'known' | 'raced'

/** The insertion of sign-ups. */
export function createSignUpStore(pool: Pool) {
  return {
    /**
     * Adds many at once. An address that is known, or repeated in the group, adds no lead; a message, or a kind of request
     * other than the lead's, is then kept beside that lead, in the same statement, so that it takes no longer. New leads are
     * queued for the confirmation mail. One prepared statement for any number of rows, because this is the busiest write of
     * the product.
     */
    async insertMany(rows: NewEarlyAdopter[]): Promise<SignUpResult[]> {
      const { rows: kept } = await pool.query<{ id: string; result: SignUpResult }>({
        name: 'insert early adopters',
        text: `WITH sent AS (
               SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                 $8::text[], $9::text[], $10::text[], $11::timestamptz[], $12::text[], $13::text[], $14::text[], $15::text[])
                 AS sent (id, email, email_key, name, company, segment, interests, language, consent_text,
                   search_text, created_at, kind, message, page, country)),
               added AS (
               INSERT INTO early_adopters (id, email, email_key, name, company, segment, interests, language,
                 consented_at, consent_text, search_text, created_at, last_contact_at, kind, message, page, country)
               SELECT id, email, email_key, name, company, segment, string_to_array(interests, ','), language,
                 created_at, consent_text, search_text, created_at, created_at, kind, message, page,
                 country
               FROM sent
               ON CONFLICT (email_key) DO NOTHING
               RETURNING id, email_key, kind, created_at),
               queued AS (
               INSERT INTO confirmation_queue (lead_id, registered_at) SELECT id, created_at FROM added),
               others AS (
               SELECT * FROM sent WHERE id NOT IN (SELECT id FROM added)),
               known AS (
               SELECT others.*, leads.id AS lead_id, message IS NOT NULL OR others.kind <> leads.kind AS is_new
               FROM others JOIN (
                 SELECT id, email_key, kind FROM early_adopters WHERE email_key IN (SELECT email_key FROM others)
                 UNION ALL SELECT id, email_key, kind FROM added) AS leads USING (email_key)),
               enquired AS (
               INSERT INTO lead_enquiries (id, lead_id, kind, message, page, sent_at)
               SELECT id, lead_id, kind, message, page, created_at FROM known WHERE is_new)
               SELECT id, 'added' AS result FROM added
               UNION ALL SELECT id, CASE WHEN is_new THEN 'enquired' ELSE 'known' END FROM known`,
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
          rows.map((row) => row.country),
        ],
      })
      const results = new Map(kept.map(({ id, result }) => [id, result]))
      return rows.map(({ id }) => results.get(id) ?? 'raced')
    },
  }
}
export type SignUpStore = ReturnType<typeof createSignUpStore>
