import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type TarFile, writeTar } from './transfer.ts'

const bytes = Buffer.from('%PDF-1.7 a file')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const path = `files/documents/${sha256}.pdf`
const file: TarFile = { name: path, bytes }

const guide = {
  title: 'Guide',
  category: 'guide',
  language: 'en',
  status: 'draft',
  file: { name: 'guide.pdf', size: bytes.length, sha256 },
}

const content = (changes: Record<string, unknown> = {}) => ({
  format: 'firmeza-content',
  formatVersion: 1,
  productVersion: '1.0.0',
  exportedAt: '2026-11-01T10:00:00.000Z',
  site: { name: 'A', url: 'https://a.example' },
  languages: ['en'],
  parts: { documents: { guide } },
  files: [{ path, size: bytes.length, sha256 }],
  leftOut: [],
  ...changes,
})

const named = (value: unknown): TarFile => ({
  name: 'content.json',
  bytes: Buffer.from(JSON.stringify(value)),
})
const textOf = (version: unknown) => ({
  parts: { texts: { 'home-hero': { es: { published: version } } } },
  files: [],
})
/** An archive that is taken. */
export const goodArchive = [named(content()), file]

/** Archives that were made to do harm, with the status that refuses each. */
export const hostileArchives: Record<string, { tar: Buffer; status: number; says?: RegExp }> = {
  'no archive': { tar: Buffer.from('<h1>no</h1>'.repeat(200)), status: 422 },
  'nothing at all': { tar: Buffer.alloc(0), status: 422 },
  'a packed archive': { tar: gzipSync(writeTar(goodArchive)), status: 422 },
  'an archive without content.json': { tar: writeTar([file]), status: 422 },
  'a content.json that is no JSON': {
    tar: writeTar([{ name: 'content.json', bytes: Buffer.from('{') }]),
    status: 422,
  },
  'another format': { tar: writeTar([named(content({ format: 'wordpress' })), file]), status: 422 },
  'a newer format': {
    tar: writeTar([named({ ...content(), formatVersion: 2 }), file]),
    status: 422,
    says: /newer/,
  },
  'a member that nobody knows': { tar: writeTar([named(content({ more: 1 })), file]), status: 422 },
  'a content.json of gigabytes': {
    tar: writeTar([{ name: 'content.json', bytes: Buffer.from('{}'), size: 8 * 1024 ** 3 - 1 }]),
    status: 413,
  },
  'a file that is missing': { tar: writeTar(goodArchive.slice(0, 1)), status: 422, says: /damaged/ },
  'a file that is cut off': { tar: writeTar(goodArchive).subarray(0, -1024 - 500), status: 422 },
  'other bytes than announced': {
    tar: writeTar([named(content()), { name: path, bytes: Buffer.from('%PDF-1.7 A file') }]),
    status: 422,
    says: /damaged/,
  },
  'another size than announced': {
    tar: writeTar([named(content()), { name: path, bytes: Buffer.concat([bytes, bytes]) }]),
    status: 422,
  },
  'a file twice': { tar: writeTar([...goodArchive, file]), status: 422 },
  'a file that nobody has announced': {
    tar: writeTar([...goodArchive, { ...file, name: 'files/x.pdf' }]),
    status: 422,
  },
  'a link': { tar: writeTar([named(content()), { ...file, type: '2' }]), status: 422 },
  'a long name without end': {
    tar: writeTar([named(content()), { name: 'x', bytes, size: 8 * 1024 ** 3 - 1, type: 'L' }]),
    status: 422,
  },
  'a path that leads out': {
    tar: writeTar([named(content({ files: [{ path: '../../etc/passwd', size: 1, sha256 }] }))]),
    status: 422,
  },
  'a file that no item names': { tar: writeTar([named(content({ parts: {} })), file]), status: 422 },
  'an item whose file is not named': { tar: writeTar([named(content({ files: [] }))]), status: 422 },
  'a text that is too long': {
    tar: writeTar([named(content(textOf({ content: 'a'.repeat(200_001) })))]),
    status: 422,
    says: /texts\.home-hero\.es\.published\.content/,
  },
  'a text with a field that nobody knows': {
    tar: writeTar([named(content(textOf({ content: '<p>a</p>', script: 'x' })))]),
    status: 422,
  },
  'a published text that says nothing': {
    tar: writeTar([named(content(textOf({ content: '<p></p>' })))]),
    status: 422,
  },
  'a document at the address of something else': {
    tar: writeTar([
      named(content({ parts: { documents: { guide: { ...guide, status: 'deleted' } } } })),
      file,
    ]),
    status: 422,
  },
  'a redirect to another site by script': {
    tar: writeTar([
      named(content({ parts: { redirects: { '/a': { to: 'javascript:alert(1)', kind: 301 } } }, files: [] })),
    ]),
    status: 422,
  },
}
