/** What a file is, by its first bytes: its name may say anything. */
type FileKind = 'text' | 'xlsx' | 'encrypted' | 'other'

/** The container of old workbooks, and of new ones that have a password. */
const ole = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
/** The stream in which Office keeps a document that has a password. */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')
const zips = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08']
/** Workbooks older than that container, PDF, RTF, and other archives. */
const others = ['\t\0', '\t\x02', '\t\x04', '\t\x08', '%PDF-', '{\\rtf', '\x1f\x8b', '7z\xbc\xaf', 'Rar!']
/** Tables in HTML or XML are often called `.xls`. */
const markup = /^(\xef\xbb\xbf)?\s*<(\?xml|!doctype|html|table)\b/i

/** The kind of an uploaded file. Any ZIP file may be XLSX: what is in it tells. */
export function findFileKind(bytes: Buffer): FileKind {
  const begin = bytes.toString('latin1', 0, 200)
  const beginsWith = (magic: string) => begin.startsWith(magic)
  if (beginsWith(ole)) return bytes.includes(encryptedPackage) ? 'encrypted' : 'other'
  if (zips.some(beginsWith)) return 'xlsx'
  return others.some(beginsWith) || markup.test(begin) ? 'other' : 'text'
}
