import type { Manifest } from '#features/backups/archive/archive.ts'
import type { BackupContents } from '#features/backups/contract.ts'

/** What is shown of what is in an archive. */
export function contentsOf({
  takenAt,
  productVersion,
  site,
  tables,
  files,
  holdsSecret,
}: Manifest): BackupContents {
  return {
    taken_at: takenAt,
    product_version: productVersion,
    site,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: tables.map(({ name, rows }) => ({ name, rows })),
    files: files.count,
    file_bytes: files.bytes,
    missing_files: files.missing.length,
    holds_secret: holdsSecret,
  }
}
