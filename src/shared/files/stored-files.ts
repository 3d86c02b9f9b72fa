/** Which of the stored files belong to the rows of a feature. */
export interface StoredFileSource {
  /** How the names of all its files begin; ends in a slash. */
  prefix: string
  /** The names of all files that its rows need, and of further ones that they may have. */
  list(): Promise<{ needed: readonly string[]; possible: readonly string[] }>
  /** Notes in the rows that files are missing, as far as that can be seen there. */
  noteMissing?(names: readonly string[]): Promise<void>
}
