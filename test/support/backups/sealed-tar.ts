import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Pack, pack as packTar } from 'tar-stream'
import { headerOf, writeSeal } from '#features/backups/archive/format.ts'

/** A tar with a seal that fits it, as only somebody writes who knows the format. `before` is put before its entries. */
export async function sealTar(
  entries: readonly (readonly [name: string, content: string | Buffer])[] | Pack,
  before: Uint8Array = Buffer.alloc(0),
): Promise<Buffer> {
  const tar = 'finalize' in entries ? entries : packTar()
  if (!('finalize' in entries))
    for (const [name, content] of entries) tar.entry(headerOf(name, Buffer.byteLength(content)), content)
  tar.finalize()
  const body = Buffer.concat([before, (await buffer(tar)).subarray(0, -1024)])
  return Buffer.concat([body, await writeSeal(createHash('sha256').update(body).digest('hex'))])
}
