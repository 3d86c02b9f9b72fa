import type { Readable } from 'node:stream'
import type { BackupDetails, BackupReason } from './contract.ts'

/** The backups of the installation, for whoever restores one. */
export interface BackupStock {
  find(id: string): Promise<BackupDetails | undefined>
  /** Reads its file, of the first destination that has it. @throws {Problem} 404 where none has */
  open(id: string): Promise<Readable>
  /** Keeps it from being deleted for some time, while it is being read. */
  hold(id: string, seconds: number): Promise<void>
  /**
   * Makes a backup of the present state now, and waits until it is written, or proven. Returns its id.
   * @throws {Problem} 409 while another is made, 503 when it fails
   */
  make(reason: BackupReason, until: 'written' | 'proven'): Promise<string>
  /** Stores an archive that was brought from elsewhere, unproven. Returns its id. */
  add(archive: AsyncIterable<Uint8Array>, facts: { isEncrypted: boolean }): Promise<string>
}
