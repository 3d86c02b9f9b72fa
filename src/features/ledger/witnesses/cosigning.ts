import { createHeadStore } from '#features/ledger/reading/head-store.ts'
import { ledgerSettings, listWitnesses } from '#features/ledger/settings.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { Problem } from '#shared/problem.ts'
import { parseCheckpoint } from '#shared/transparency-log/checkpoint.ts'
import { LedgerError } from '#shared/transparency-log/ledger-error.ts'
import {
  parseSignedNote,
  parseVerifierKey,
  type SignedNote,
  verifySignedNote,
} from '#shared/transparency-log/signed-note.ts'
import { createCosignatureStore } from './cosignature-store.ts'

interface CosigningOptions {
  db: Database
  settings: Pick<LiveSettings, 'get'>
}

/** Takes the signatures of known witnesses over our checkpoints (C2SP tlog-cosignature). */
export function createCosigning({ db, settings }: CosigningOptions) {
  async function readWitnesses() {
    const written = listWitnesses(settings.get(ledgerSettings.witnesses))
    const keys = await Promise.all(
      written.map(async (text) => ({ text, key: await parseVerifierKey(text).catch(ignoreWrongKey) })),
    )
    return keys.flatMap(({ text, key }) => (key?.algorithm === 'cosignature' ? [{ text, key }] : []))
  }

  return {
    /**
     * Stores the signatures of witnesses below a checkpoint that this ledger has signed; those of others are left out.
     * @returns how many witnesses have signed it in the note
     * @throws {Problem} 422 for any other note, and for a wrong signature
     */
    async add(note: string): Promise<number> {
      const signed = refuseErrors(() => parseSignedNote(note))
      const { size } = refuseErrors(() => parseCheckpoint(signed.text))
      const own = await createHeadStore(db).findCheckpoint(size)
      if (!own || own.size !== size || !own.note.startsWith(`${signed.text}\n`)) throw refusal()
      const witnesses = await readWitnesses()
      const found = await verifySignedNote(
        signed,
        witnesses.map(({ key }) => key),
      ).catch((error: unknown) => {
        throw error instanceof LedgerError ? refusal() : error
      })
      const rows = found.flatMap(({ key, at }) => {
        const witness = witnesses.find((one) => one.key === key)?.text
        const line = findLine(signed, note, key.name, key.id)
        return witness && at && line ? [{ size, witness, at, line }] : []
      })
      await createCosignatureStore(db).add(rows)
      return rows.length
    },
  }
}
export type Cosigning = ReturnType<typeof createCosigning>

const refusal = () => new Problem('cosignature_refused', 422)

/** A line of the setting whose id is not that of its key names no witness. */
function ignoreWrongKey(error: unknown): undefined {
  if (!(error instanceof LedgerError)) throw error
  return undefined
}

function refuseErrors<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof LedgerError ? refusal() : error
  }
}

/** The line of a note with the first signature of a key. */
function findLine(
  { signatures }: SignedNote,
  note: string,
  name: string,
  id: Uint8Array,
): string | undefined {
  const place = signatures.findIndex(
    (one) => one.name === name && Buffer.from(one.id).equals(Buffer.from(id)),
  )
  const lines = note.slice(note.lastIndexOf('\n\n') + 2, -1).split('\n')
  return lines[place]
}
