/** Why a file is refused as a whole; each is the code of a problem (`locales/en/errors.json`). */
export type XlsxRefusalCode =
  | 'import_damaged'
  | 'import_encrypted'
  | 'import_file_kind'
  | 'import_no_sheet'
  | 'import_too_large_unpacked'

/** A file cannot be read as an XLSX file. */
export class XlsxRefusal extends Error {
  readonly code: XlsxRefusalCode

  constructor(code: XlsxRefusalCode, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'XlsxRefusal'
    this.code = code
  }
}
