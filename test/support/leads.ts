import type { TestApp } from './build-app.ts'

/** A lead as stored in the database. */
export interface StoredLead {
  email: string
  name: string
  company: string | null
  segment: string
  interests: string[]
  language: string
  consented_at: Date
  consent_text: string
  created_at: Date
}

/** All leads, the oldest first. */
export async function listStoredLeads({ pool }: Pick<TestApp, 'pool'>): Promise<StoredLead[]> {
  const { rows } = await pool.query<StoredLead>('SELECT * FROM early_adopters ORDER BY created_at, email')
  return rows
}
