import assert from 'node:assert/strict'
import {
  ContentImport,
  TransferEntry,
  TransferPreview,
  transferParts,
} from '#features/content/transfer/contract.ts'
import { languages } from '#shared/languages.ts'
import type { Send } from '../http-client.ts'
import { until } from '../until.ts'

const path = '/api/content/transfer'

/** A file of an archive. */
export interface TarFile {
  name: string
  bytes: Buffer
  /** By default the size of its bytes. */
  size?: number
  /** The kind of its entry: `0` for a file. */
  type?: string
}

/** Writes an archive by hand, also one that no honest program would write. */
export function writeTar(files: readonly TarFile[]): Buffer {
  const blocks = files.flatMap(({ name, bytes, size = bytes.length, type = '0' }) => {
    const header = Buffer.alloc(512)
    header.write(name, 0, 100)
    header.write('0000644\0', 100)
    header.write('0000000\x000000000\0', 108)
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
    header.write('00000000000\0', 136)
    header.write(type, 156)
    header.write('ustar\x0000', 257)
    header.fill(' ', 148, 156)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

/** Reads an archive that has ordinary files only. */
export function readTar(tar: Buffer): TarFile[] {
  const files: TarFile[] = []
  for (let at = 0; tar[at]; ) {
    const textAt = (start: number, length: number) =>
      tar.toString('utf8', at + start, at + start + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(textAt(124, 12), 8)
    files.push({ name: textAt(0, 100), bytes: tar.subarray(at + 512, at + 512 + size) })
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

// biome-ignore lint/suspicious/noExplicitAny: what the file of a stranger may be
type AnyContent = any

/** An archive with another `content.json`. */
export function changeArchive(tar: Buffer, change: (content: AnyContent) => void): Buffer {
  const [first, ...rest] = readTar(tar)
  const content = JSON.parse(String(first?.bytes))
  change(content)
  return writeTar([{ name: 'content.json', bytes: Buffer.from(JSON.stringify(content)) }, ...rest])
}

/** A form with a file. */
export function archiveForm(bytes: Buffer, filename = 'content.tar') {
  const boundary = 'a-boundary-of-the-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { method: 'POST', body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Exports parts of the content in all languages. */
export async function exportContent(send: Send, parts: readonly string[] = transferParts): Promise<Buffer> {
  const reply = await send(`${path}/export`, { json: { parts, languages } })
  assert.equal(reply.status, 200, reply.text)
  assert.equal(Number(reply.headers['content-length']), reply.bytes.length)
  return reply.bytes
}

/** Uploads an archive that must be taken; returns its id. */
export async function uploadArchive(send: Send, tar: Buffer): Promise<string> {
  const reply = await send(`${path}/imports`, archiveForm(tar))
  assert.equal(reply.status, 201, reply.text)
  return reply.read(ContentImport).id
}

type Mode = 'drafts' | 'published'

/** What an import would do. */
export async function look(send: Send, id: string, mode: Mode) {
  const [preview, changes] = await Promise.all([
    send(`${path}/imports/${id}/preview?mode=${mode}`),
    send(`${path}/imports/${id}/changes?mode=${mode}&limit=200`),
  ])
  return { preview: preview.read(TransferPreview), changes: changes.read(TransferEntry.array()) }
}

/** Imports all that an archive has, with the background work of the product running; returns how it ended. */
export async function importWhole(send: Send, id: string, mode: Mode): Promise<ContentImport> {
  const { fingerprint } = (await look(send, id, mode)).preview
  const reply = await send(`${path}/imports/${id}/run`, { json: { mode, fingerprint } })
  assert.equal(reply.status, 202, reply.text)
  let state = reply.read(ContentImport)
  await until(
    async () => {
      state = (await send(`${path}/imports/${id}`)).read(ContentImport)
      return state.state === 'done' || state.state === 'ready'
    },
    'the import has ended',
    60,
  )
  return state
}
