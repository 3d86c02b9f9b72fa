import { sql } from 'drizzle-orm'
import { consentTexts, earlyAdopters, leadEnquiries, leadEvents } from '#features/early-adopters/table.ts'
import { bringBack } from '#platform/database/restored-rows.ts'
import type { Database } from '#platform/postgres.ts'

/**
 * Brings back leads of before who are not there now, with their history, since something that they hold stays; but none whose address
 * another lead has.
 */
export async function bringBackLeads(transaction: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const wanted = sql.param([...ids])
  await bringBack(transaction, consentTexts)
  await bringBack(transaction, earlyAdopters, { where: sql`${earlyAdopters.id} = ANY (${wanted}::uuid[])` })
  for (const table of [leadEvents, leadEnquiries])
    await bringBack(transaction, table, { where: sql`${table.leadId} = ANY (${wanted}::uuid[])` })
}
