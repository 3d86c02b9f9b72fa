import { ApiError } from '#admin/kit/api/api-client.ts'
import type { DocumentDetails } from '#features/documents/contract.ts'
import { readFileName } from '#features/documents/model.ts'
import { type Language, languages } from '#shared/languages.ts'

/** What is said about a file before it is sent. */
export interface UploadDraft {
  title: string
  description: string
  keywords: string
  category: DocumentDetails['category']
  /** Empty for readers of all languages. */
  language: Language | ''
  isFeatured: boolean
  cleansMetadata: boolean
}

/** Why a file is not sent at all. */
export type Refusal = 'onlyPdf' | 'empty' | 'tooBig'

export type UploadState =
  | { kind: 'prepared' }
  | { kind: 'refused'; refusal: Refusal }
  /** By the server, for good: sent again, the file would be refused again. */
  | { kind: 'rejected'; reason: string }
  | { kind: 'waiting' }
  /** `part` is from 0 to 1, `speed` in bytes a second; undefined while that is not known. */
  | { kind: 'sending'; part: number; speed: number | undefined }
  | { kind: 'failed'; reason: string; fields: Readonly<Record<string, string>> }
  | { kind: 'cancelled' }
  | { kind: 'done'; document: DocumentDetails }

/** A file that was chosen. */
export interface Upload {
  id: number
  name: string
  size: number
  draft: UploadDraft
  state: UploadState
}

interface Chosen {
  id: number
  /** The languages of which it must have one, where it is to be kept together with another document. */
  among?: readonly Language[] | undefined
  file: Pick<File, 'name' | 'size'>
  /** In bytes. */
  limit: number
  cleansMetadata: boolean
}

/** A chosen file with what its name says about it. */
export function prepareUpload({ id, file: { name, size }, limit, cleansMetadata, among }: Chosen): Upload {
  const { title, language: named = '' } = readFileName(name)
  const language = named !== '' && among?.includes(named) === false ? '' : named
  const refusal = findRefusal({ name, size }, limit)
  return {
    ...{ id, name, size },
    draft: {
      ...{
        title,
        language,
        description: '',
        keywords: '',
        category: 'guide',
        isFeatured: false,
        cleansMetadata,
      },
    },
    state: refusal ? { kind: 'refused', refusal } : { kind: 'prepared' },
  }
}

function findRefusal({ name, size }: Chosen['file'], limit: number): Refusal | undefined {
  if (!/\.pdf$/i.test(name)) return 'onlyPdf'
  if (size === 0) return 'empty'
  return size > limit ? 'tooBig' : undefined
}

/** Whether the server will never take the file: it is too large, or no PDF. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 413 || error.status === 415)

const isRefused = ({ kind }: UploadState): boolean => kind === 'refused' || kind === 'rejected'

/** Whether a file may be sent now: it is not, was not, and has a title. */
export const canSend = ({ state, draft }: Upload): boolean =>
  (state.kind === 'prepared' || state.kind === 'failed' || state.kind === 'cancelled') &&
  draft.title.trim() !== ''

/** What files have in common whose names differ only in the language; undefined for one without a language. */
export function familyNameOf({ name, state }: Upload): string | undefined {
  const { title, language } = readFileName(name)
  return language && !isRefused(state) ? title : undefined
}

/** The names of the families among the files: of those that are there in several languages. */
export function listFamilies(uploads: readonly Upload[]): string[] {
  const languagesOf = Map.groupBy(uploads, familyNameOf)
  return [...languagesOf].flatMap(([family, members]) => {
    const found = new Set(members.map(({ name }) => readFileName(name).language))
    return family !== undefined && found.size > 1 ? [family] : []
  })
}

/** The languages in which a document does not exist yet. */
export function listMissingLanguages({
  mapped_language,
  family,
}: Pick<DocumentDetails, 'mapped_language' | 'family'>): Language[] {
  return languages.filter((code) => code !== mapped_language && !family.includes(code))
}

/** Whether a file is being sent, or waits for its turn. */
export const isUnderWay = ({ state }: Upload): boolean => state.kind === 'waiting' || state.kind === 'sending'

/** Whether something would be lost if the screen were left. */
export const isUnfinished = ({ state }: Upload): boolean => state.kind !== 'done' && !isRefused(state)

/** The fields of the form, those first so that the server can refuse them before it reads the file. */
export function fieldsOf(draft: UploadDraft): [name: string, value: string][] {
  const { title, description, keywords, category, language, isFeatured, cleansMetadata } = draft
  return [
    ['title', title],
    ['description', description],
    ['keywords', keywords],
    ['category', category],
    ['mapped_language', language],
    ['is_featured', String(isFeatured)],
    ['clean_metadata', String(cleansMetadata)],
  ]
}

/** Measures how fast bytes go: an average that forgets, as lines change their speed. */
export function createSpeedometer(now: () => number) {
  let last: { at: number; bytes: number } | undefined
  let speed: number | undefined
  return (bytes: number): number | undefined => {
    const at = now()
    if (!last) {
      last = { at, bytes }
      return undefined
    }
    const seconds = (at - last.at) / 1000
    // Browsers report several times at once.
    if (seconds < 0.25) return speed
    const current = (bytes - last.bytes) / seconds
    speed = speed === undefined ? current : speed * 0.7 + current * 0.3
    last = { at, bytes }
    return speed
  }
}
