import { hash } from 'node:crypto'

const newline = 10
const lanes = 8

/**
 * A hash of rows in the text format of COPY that does not depend on their order: a table that was loaded need not
 * keep it. It is the sum of the hashes of the rows.
 */
export class RowHash {
  /** How many rows there were. */
  rows = 0
  readonly #sum = new Uint32Array(lanes)
  #rest = Buffer.alloc(0)

  update(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    let at = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, at)) {
      const row = bytes.subarray(at, end)
      this.#add(this.#rest.length > 0 ? Buffer.concat([this.#rest, row]) : row)
      this.#rest = Buffer.alloc(0)
      at = end + 1
    }
    if (at < bytes.length) this.#rest = Buffer.concat([this.#rest, bytes.subarray(at)])
  }

  digest(): string {
    if (this.#rest.length > 0) this.#add(this.#rest)
    this.#rest = Buffer.alloc(0)
    return Buffer.from(this.#sum.buffer).toString('hex')
  }

  #add(row: Uint8Array): void {
    const digest = hash('sha256', row, 'buffer')
    this.rows += 1
    for (let lane = 0; lane < lanes; lane += 1)
      // An element of the array keeps the lower 32 bits.
      this.#sum[lane] = (this.#sum[lane] ?? 0) + digest.readUInt32LE(lane * 4)
  }
}

/** The hash of a stream of rows. */
export async function hashRows(rows: AsyncIterable<Uint8Array>): Promise<string> {
  const hashed = new RowHash()
  for await (const chunk of rows) hashed.update(chunk)
  return hashed.digest()
}
