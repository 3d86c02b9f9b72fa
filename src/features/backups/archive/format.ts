import { buffer } from 'node:stream/consumers'
import { type Header, pack as packTar } from 'tar-stream'

/** Bytes of rows in a part of a table, at most. */
export const partSize = 4 * 1024 * 1024
/** A part whose rows cannot be compressed is a little larger than they are. */
export const largestPart = partSize + 64 * 1024
/** Bytes after which a list of files is written, and the longest that a list can be with its last line. */
export const listSize = 1024 * 1024
export const largestList = listSize + 1024
export const largestText = 4 * 1024 * 1024
/** The entry with the hash of everything before, and the end of a tar. */
export const sealSize = 2048
export const emptyTarSize = 1024

export const firstName = 'README.txt'
export const secretName = 'secret'
export const manifestName = 'manifest.json'
const firstLine = 'Firmeza backup, format '

export const nameOfPart = (table: number, name: string, part: number): string =>
  `tables/${String(table).padStart(4, '0')}-${name}/${String(part).padStart(5, '0')}.copy.gz`

/** The table and part that a name is of, counted from 1; undefined for another name. */
export function readPartName(name: string): { table: number; name: string; part: number } | undefined {
  const [, table, title, part] = /^tables\/(\d{4,6})-([a-z0-9_]{1,63})\/(\d{5,9})\.copy\.gz$/.exec(name) ?? []
  return title === undefined ? undefined : { table: Number(table), name: title, part: Number(part) }
}

export const nameOfFile = (name: string): string => `files/${name}`
export const nameOfList = (list: number): string => `files-${String(list).padStart(5, '0')}.sha256`
/** A line as `sha256sum -c` reads it. */
export const lineOfFile = (name: string, sha256: string): string => `${sha256}  ${nameOfFile(name)}\n`

/** What everyone sees first who opens an archive without this program. */
export const readme = `${firstLine}1

This is a backup of an installation of Firmeza: its database and its stored files.
It can be restored with "npm run admin -- restore FILE", or "./firmeza admin restore FILE" in a release, and read
without the program:

  tables/NNNN-NAME/NNNNN.copy.gz   the rows of each table in the text format of PostgreSQL's COPY,
                                   in an order in which they can be loaded. One table after the other:
                                     cat tables/0001-NAME/*.gz | gunzip | psql -c 'COPY NAME (COLUMNS) FROM STDIN'
                                   where COLUMNS are those that manifest.json names.
  files/                           the stored files
  files-NNNNN.sha256               their checksums: sha256sum -c files-*.sha256
  secret                           what opens the encrypted rows, if the backup holds it (SECRET_KEY)
  manifest.json                    version, migrations, and for each table its columns, the number of its rows and the
                                   SHA-256 of its rows, uncompressed
  SHA256                           the SHA-256 of all bytes of this archive before the entry SHA256

A backup whose first line is "age-encryption.org/v1" is encrypted: age --decrypt -i KEY FILE > backup.tar
`

/** The version of the format that the first entry of an archive names; undefined when it is no archive of this product. */
export function readFormat(text: string): number | undefined {
  const [, version] = /^Firmeza backup, format (\d{1,6})\n/.exec(text) ?? []
  return version === undefined ? undefined : Number(version)
}

/** The header of an entry, which depends on its name and size only. */
export function headerOf(
  name: string,
  size: number,
): Pick<Header, 'name' | 'size' | 'mode' | 'uid' | 'gid' | 'type' | 'mtime'> {
  return { name, size, mode: 0o600, uid: 0, gid: 0, type: 'file', mtime: new Date(0) }
}

/** The last bytes of an archive: nothing in them can be changed without being seen. */
export async function writeSeal(sha256: string): Promise<Buffer> {
  const pack = packTar()
  const text = `${sha256}\n`
  pack.entry(headerOf('SHA256', text.length), text)
  pack.finalize()
  return buffer(pack)
}

/** Passes on all bytes but the last `size`, which `rest` holds. */
export class HeldBack {
  rest = Buffer.alloc(0)
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  push(chunk: Uint8Array): Buffer[] {
    const surplus = this.rest.length + chunk.length - this.#size
    if (surplus <= 0) {
      this.rest = Buffer.concat([this.rest, chunk])
      return []
    }
    const fromRest = Math.min(surplus, this.rest.length)
    const passed = [
      this.rest.subarray(0, fromRest),
      Buffer.from(chunk.buffer, chunk.byteOffset, surplus - fromRest),
    ]
    this.rest = Buffer.concat([this.rest.subarray(fromRest), chunk.subarray(surplus - fromRest)])
    return passed.filter(({ length }) => length > 0)
  }
}

/** The bytes of a stream of the library for tar, whose types do not say that it has only those. */
export async function* bytesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a stream of bytes has something else')
    yield chunk
  }
}
