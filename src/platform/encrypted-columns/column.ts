/** A column of texts that `Encryption` has encrypted. Its rows are named by one column, which is also their context. */
export interface EncryptedColumn {
  readonly table: string
  readonly column: string
  /** The column whose value is the context of each text, and unique. */
  readonly context: string
  /** The purpose of their cipher. */
  readonly purpose: string
}
