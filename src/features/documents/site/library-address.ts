import type { LibraryChoice } from '#features/documents/contract.ts'
import { writeLibraryQuery } from '#features/documents/model.ts'
import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'

/** The address of the documentation page in the state of a choice. */
export function pageOf(choice: LibraryChoice, input: PageInput): string {
  const query = writeLibraryQuery(choice, input.language)
  return `${pageAddress('docs', input)}${query && `?${query}`}`
}

/** The address of its list of documents in the state of a choice. */
export function addressOf(choice: LibraryChoice, input: PageInput): string {
  return `${pageOf(choice, input)}#library`
}
