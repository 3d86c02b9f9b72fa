import { hash } from 'node:crypto'

const newline = 10
const lanes = 8

/**
 * A hash of rows in the text format of COPY that does not depend on their order: a table that was loaded need not
 * keep it. It is the sum of the hashes of the rows.
 */
export async function hashRows(rows: AsyncIterable<Uint8Array>): Promise<string> {
  const sum = new Uint32Array(lanes)
  let rest = Buffer.alloc(0)
  const add = (row: Uint8Array) => {
    const digest = hash('sha256', row, 'buffer')
    for (let lane = 0; lane < lanes; lane += 1)
      // An element of the array keeps the lower 32 bits.
      sum[lane] = (sum[lane] ?? 0) + digest.readUInt32LE(lane * 4)
  }
  for await (const chunk of rows) {
    let at = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, at)) {
      const row = chunk.subarray(at, end)
      add(rest.length > 0 ? Buffer.concat([rest, row]) : row)
      rest = Buffer.alloc(0)
      at = end + 1
    }
    if (at < chunk.length) rest = Buffer.concat([rest, chunk.subarray(at)])
  }
  if (rest.length > 0) add(rest)
  return Buffer.from(sum.buffer).toString('hex')
}
