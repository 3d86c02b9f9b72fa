import { deflateSync } from 'node:zlib'
import type { FileFailure } from '#features/documents/contract.ts'
import { pdfFile, streamOf, writeObjects } from './pdf-file.ts'

interface HostileFile {
  name: string
  /** Written when it is needed: some are large. */
  write(): Buffer
  /** The ways in which its reading may end; undefined for one that is harmless after all. */
  ends: readonly (FileFailure | undefined)[]
  /** Whether it takes all the time that it is given. */
  isHeavy?: boolean
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>'

const linkTo = (address: string): string =>
  `/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${address}) >> >>]`

function objects(...written: [number: number, object: string][]): Buffer {
  return writeObjects(new Map(written), '/Root 1 0 R')
}

/** A stream whose data grows a thousandfold and more when it is unpacked. */
function bomb(megabytes: number): string {
  let data = Buffer.alloc(megabytes * 1024 * 1024, ' ')
  data = deflateSync(data, { level: 9 })
  return streamOf(data.toString('latin1'), '/Filter /FlateDecode')
}

/** The same, packed twice, so that a kilobyte becomes a gigabyte. */
function doubleBomb(): string {
  const once = deflateSync(Buffer.alloc(1024 * 1024 * 1024, ' '), { level: 9 })
  return streamOf(deflateSync(once, { level: 9 }).toString('latin1'), '/Filter [/FlateDecode /FlateDecode]')
}

const withContents = (contents: string): Buffer =>
  objects(
    [1, catalog],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R >>'],
    [4, contents],
  )

/** A tree of pages as deep as a chain. */
function deepTree(depth: number): Buffer {
  const written: [number, string][] = [[1, catalog]]
  for (let level = 0; level < depth; level++) {
    written.push([2 + level, `<< /Type /Pages /Kids [${3 + level} 0 R] /Count 1 >>`])
  }
  written.push([2 + depth, page])
  return objects(...written)
}

const refused = ['broken', 'costly', 'empty'] as const

/** Files that are made to break, stall or fill whoever reads them. */
export const hostileFiles: readonly HostileFile[] = [
  { name: 'a deep tree of pages', write: () => deepTree(20_000), ends: [...refused, undefined] },
  {
    name: 'a tree of pages that leads back to itself',
    write: () => objects([1, catalog], [2, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>']),
    ends: refused,
  },
  {
    name: 'a table of places that leads back to itself',
    write: () => {
      const text = pdfFile().toString('latin1')
      const start = /startxref\n(\d+)/.exec(text)?.[1] ?? '0'
      return Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${start}`), 'latin1')
    },
    ends: [...refused, undefined],
  },
  {
    name: 'a kilobyte that becomes a gigabyte',
    write: () => withContents(doubleBomb()),
    ends: refused,
    isHeavy: true,
  },
  {
    name: 'contents of 400 megabytes',
    write: () => withContents(bomb(400)),
    ends: [...refused, undefined],
    isHeavy: true,
  },
  {
    name: 'a million objects',
    write: () => {
      const kids = Array.from({ length: 1_000_000 }, (_, index) => `${10 + index} 0 R`).join(' ')
      const written = new Map([
        [1, `<< /Type /Catalog /Pages 2 0 R /Extra [${kids}] >>`],
        [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
        [3, page],
      ])
      for (let index = 0; index < 1_000_000; index++) written.set(10 + index, '<< /A 1 >>')
      return writeObjects(written, '/Root 1 0 R')
    },
    ends: refused,
    isHeavy: true,
  },
  {
    name: 'two thousand million pages',
    write: () => objects([1, catalog], [2, '<< /Type /Pages /Kids [3 0 R] /Count 2147483648 >>'], [3, page]),
    ends: [...refused, undefined],
  },
  {
    name: 'a negative number of pages',
    write: () => objects([1, catalog], [2, '<< /Type /Pages /Kids [3 0 R] /Count -5 >>'], [3, page]),
    ends: [...refused, undefined],
  },
  {
    name: 'a password',
    write: () =>
      writeObjects(
        new Map([
          [1, catalog],
          [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
          [3, page],
          [
            4,
            `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
          ],
        ]),
        `/Root 1 0 R /Encrypt 4 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`,
      ),
    ends: ['encrypted', 'broken'],
  },
  {
    name: 'half a file',
    write: () => pdfFile({ padding: 50_000 }).subarray(0, 20_000),
    ends: [...refused, undefined],
  },
  {
    name: 'a page of the web',
    write: () => Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>'),
    ends: refused,
  },
  {
    name: 'an archive',
    write: () =>
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('PK\x03\x04'), Buffer.alloc(5000, 'z')]),
    ends: refused,
  },
  { name: 'nothing but a header', write: () => Buffer.from('%PDF-1.7\n'), ends: refused },
  {
    name: 'no pages',
    write: () => objects([1, catalog], [2, '<< /Type /Pages /Kids [] /Count 0 >>']),
    ends: refused,
  },
  {
    name: 'JavaScript',
    write: () => pdfFile({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
    ends: ['dangerous'],
  },
  {
    name: 'a program to start',
    write: () => pdfFile({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
    ends: ['dangerous'],
  },
  {
    name: 'an embedded file',
    write: () =>
      pdfFile({
        catalog: '/Names << /EmbeddedFiles << /Names [(a.exe) 10 0 R] >> >>',
        objects: ['<< /Type /Filespec /F (a.exe) /EF << /F 11 0 R >> >>', streamOf('MZ')],
      }),
    ends: ['dangerous'],
  },
  {
    name: 'an XFA form',
    write: () =>
      pdfFile({ catalog: '/AcroForm << /Fields [] /XFA 10 0 R >>', objects: [streamOf('<xdp/>')] }),
    ends: ['dangerous'],
  },
  ...Object.entries({
    'a link into a network': { page: linkTo('\\\\\\\\server\\\\share') },
    'a link into a network with other strokes': { page: linkTo('//server/share') },
    'links to files of its reader': { catalog: '/URI << /Base (file:///c:/) >>', page: linkTo('a.exe') },
    'a thread in another file': { catalog: '/OpenAction << /S /Thread /F (//server/a.pdf) /D 0 >>' },
    'a film': { page: '/Annots [<< /Subtype /Movie /Rect [0 0 9 9] /Movie << /F (//server/a.avi) >> >>]' },
    'a page of another file': {
      page: '/PieceInfo 10 0 R',
      objects: [streamOf('', '/Subtype /Form /BBox [0 0 9 9] /Ref << /F (//server/a.pdf) /Page 0 >>')],
    },
  }).map(([name, options]) => ({ name, write: () => pdfFile(options), ends: ['dangerous' as const] })),
  {
    name: 'a page of a million by a million points',
    write: () =>
      objects(
        [1, catalog],
        [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
        [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1000000 1000000] >>'],
      ),
    ends: [...refused, undefined],
  },
  {
    name: 'a drawing that draws itself',
    write: () =>
      objects(
        [1, catalog],
        [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
        [
          3,
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >> >>',
        ],
        [4, streamOf('/A Do')],
        [
          5,
          streamOf(
            '/A Do /A Do',
            '/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << /XObject << /A 5 0 R >> >>',
          ),
        ],
      ),
    ends: [...refused, undefined],
  },
]
