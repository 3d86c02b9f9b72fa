import { z } from 'zod'
import { DocumentChange, documentStatuses } from '#features/documents/contract.ts'
import { isSlug } from '#features/documents/model.ts'
import { cleanPdfName } from '#features/documents/upload/file-name.ts'
import { LanguageCode } from '#shared/parameters.ts'

const { title, description, keywords, category, is_featured } = DocumentChange.shape

const Slug = z.string('invalid').refine(isSlug, 'invalid')

/** A document; its key is its address. */
export const TransferredDocument = z.strictObject({
  ...{ title, description, keywords, category, is_featured },
  /** Null for readers of all languages. */
  language: LanguageCode.nullable(),
  /** `deleted` is never exported: it is one in the bin of this installation. */
  status: z.enum([...documentStatuses, 'deleted'], 'invalid'),
  /** The addresses of the same document in other languages. */
  variants: z.partialRecord(LanguageCode, Slug).default({}),
  file: z.strictObject({
    name: z
      .string('invalid')
      .max(300, 'too_long')
      .regex(/\.pdf$/i, 'invalid')
      .overwrite(cleanPdfName),
    size: z.int('invalid').min(1, 'invalid'),
    sha256: z.string('invalid').regex(/^[0-9a-f]{64}$/, 'invalid'),
  }),
})
export type TransferredDocument = z.infer<typeof TransferredDocument>

/** The name of the file of a document in an archive. */
export const pathOfFile = ({ file }: TransferredDocument): string => `files/documents/${file.sha256}.pdf`
