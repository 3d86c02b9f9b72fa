import type { Json } from '#features/badges/site/parts/proof/json.ts'
import type { LedgerKey } from '#features/ledger/contract.ts'
import type { TextsOf } from '#features/signatures/site/verify/files/text-file.ts'

/** Where a check reads what it needs beside the file. Each function throws a `CheckError` when it cannot. */
export interface Source {
  /** The record of a certificate, asked for anew; undefined in a saved page, which asks nobody. */
  readRecord?: (certificateId: string) => Promise<unknown>
  /** The keys that the ledger publishes. */
  readLedgerKeys(): Promise<readonly LedgerKey[]>
  /** The certificates that the PDFs of this site are signed with (X.509, DER). */
  readSigners(): Promise<readonly Uint8Array<ArrayBuffer>[]>
  /** A document of this site by its path. */
  fetchJson(path: string): Promise<Json>
  /** The words of the text file in each language. */
  readTextFiles(): Promise<readonly TextsOf[]>
}
