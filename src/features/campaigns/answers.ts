import type { Campaign } from './contract.ts'
import type { CampaignRow } from './store.ts'

/** A search without the words that are addresses or parts of addresses. */
export const withoutAddresses = (search: string): string =>
  search.replace(/\S+/g, (word) => (word.includes('@') ? '…' : word))

/** The fields that the list and the campaign have in common, as they go over the wire. */
export function toStored(row: CampaignRow) {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    throttle: row.throttle,
    due_at: row.dueAt?.toISOString() ?? null,
    started_at: row.startedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

/** A campaign as it goes over the wire. */
export function toCampaign(row: CampaignRow): Campaign {
  const { audience, texts, fallbackLanguage } = row
  return { ...toStored(row), audience, texts, fallback_language: fallbackLanguage }
}
