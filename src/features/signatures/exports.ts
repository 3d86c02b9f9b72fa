import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { escapeFormulas, writeCsvLine } from '#shared/csv.ts'
import type { SignatureExport } from './contract.ts'
import { createSignatureListStore } from './list-store.ts'
import type { SignatureLeads } from './ports.ts'
import { formOf } from './service.ts'
import { type SignatureRow, stateOf } from './store.ts'

interface ExportOptions {
  db: Database
  clock: Clock
  leads: Pick<SignatureLeads, 'findNames'>
}

/** Exports of signatures. Rows are written as they are read, so memory does not grow with their number. */
export function createSignatureExports({ db, clock, leads }: ExportOptions) {
  async function* walk() {
    for await (const rows of createSignatureListStore(db).walk()) {
      const names = await leads.findNames(
        db,
        rows.flatMap(({ leadId }) => leadId ?? []),
      )
      const now = clock.now()
      yield rows.map((row) => describe(row, names.get(row.leadId ?? '') ?? null, now))
    }
  }

  return {
    /** The file in chunks. `onCount` is called with the number of signatures written so far. */
    async *write(
      format: SignatureExport['format'],
      onCount: (signatures: number) => void,
    ): AsyncGenerator<string> {
      let written = 0
      onCount(written)
      let before = '['
      // Without a byte order mark Excel reads the file in a single-byte encoding.
      if (format === 'csv') yield `\ufeff${writeCsvLine(columns, ',')}`
      for await (const items of walk()) {
        written += items.length
        onCount(written)
        if (format === 'csv') yield items.map((item) => writeCsvLine(cellsOf(item), ',')).join('')
        else {
          yield before + items.map((item) => JSON.stringify(item)).join(',\n')
          before = ',\n'
        }
      }
      if (format === 'json') yield before === '[' ? '[]\n' : ']\n'
    },
  }
}
export type SignatureExports = ReturnType<typeof createSignatureExports>

const columns = [
  ...(['id', 'state', 'lead_id', 'lead_name', 'invited_at', 'expires_at', 'links_sent'] as const),
  ...(['opened_at', 'started_at', 'activated_at', 'certificate_id', 'blockchain_address'] as const),
  ...(['full_name', 'organization', 'position', 'country', 'phone_number'] as const),
  ...(['linkedin_profile', 'use_case', 'terms_date', 'ledger_entry'] as const),
  ...(['revoked_at', 'revoke_reason', 'erased_at'] as const),
] as const
type ExportedSignature = Record<(typeof columns)[number], string | number | null>

function describe(row: SignatureRow, leadName: string | null, now: Date): ExportedSignature {
  const iso = (at: Date | null) => at?.toISOString() ?? null
  const form = formOf(row)
  return {
    ...{ id: row.id, state: stateOf(row, now), lead_id: row.leadId, lead_name: leadName },
    ...{ invited_at: iso(row.invitedAt), expires_at: iso(row.expiresAt), links_sent: row.linksSent },
    ...{ opened_at: iso(row.openedAt), started_at: iso(row.startedAt) },
    ...{ activated_at: iso(row.activatedAt), certificate_id: row.certificateId },
    blockchain_address: row.address,
    ...{ full_name: form?.fullName ?? null, organization: form?.organization ?? null },
    ...{ position: form?.position ?? null, country: form?.country ?? null },
    ...{ phone_number: form?.phoneNumber ?? null, linkedin_profile: form?.linkedinProfile ?? null },
    ...{ use_case: form?.useCase ?? null, terms_date: row.termsDate, ledger_entry: row.ledgerEntry },
    ...{ revoked_at: iso(row.revokedAt), revoke_reason: row.revokeReason, erased_at: iso(row.erasedAt) },
  }
}

const cellsOf = (item: ExportedSignature): string[] =>
  columns.map((column) => {
    const value = item[column]
    return typeof value === 'string' ? escapeFormulas(value) : String(value ?? '')
  })
