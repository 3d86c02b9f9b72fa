import type { TypedActivation } from '#features/signatures/page/contract.ts'

/** What was typed. The agreement is not kept: it is given when the form is sent. */
export type Draft = Omit<TypedActivation, 'agreedToTerms'>

const draftFields = [
  'fullName',
  'organization',
  'position',
  'country',
  'phoneNumber',
  'linkedinProfile',
  'useCase',
] as const satisfies readonly (keyof Draft)[]

const prefix = 'activation:'
const leftKey = `${prefix}unfinished`

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Remembers what was typed for a link, in the storage of the tab: over a reload, and for a newer link once this one has
 * expired. Does nothing where the browser allows no storage.
 */
export function createDrafts(findStorage: () => Storage, draftKey: string) {
  const key = prefix + draftKey

  function use<Result>(action: (storage: Storage) => Result): Result | undefined {
    try {
      return action(findStorage())
    } catch {
      // Blocked, or full.
      return undefined
    }
  }

  const readAt = (place: string) => use((storage) => parseDraft(storage.getItem(place)))

  return {
    /** What was typed for this link. */
    find: () => readAt(key),

    /** What was typed for an earlier link that has expired. */
    findLeft: () => readAt(leftKey),

    write(draft: Draft): void {
      use((storage) => storage.setItem(key, JSON.stringify(draft)))
    },

    /** Leaves what was typed to a newer link: this one has expired. Whether there is anything. */
    leave(): boolean {
      const draft = readAt(key)
      if (!draft) return false
      const isLeft = use((storage) => {
        storage.setItem(leftKey, JSON.stringify(draft))
        storage.removeItem(key)
        return true
      })
      return isLeft ?? false
    },

    /** Removes everything that was typed in this tab: the signature is activated. */
    forget(): void {
      use((storage) => {
        storage.removeItem(key)
        storage.removeItem(leftKey)
      })
    },
  }
}
export type Drafts = ReturnType<typeof createDrafts>

/** What the form keeps of its values. */
export function draftOf(values: TypedActivation): Draft {
  const { agreedToTerms: _, ...draft } = values
  return draft
}

function parseDraft(stored: string | null): Draft | undefined {
  const read: unknown = JSON.parse(stored ?? 'null')
  if (typeof read !== 'object' || read === null) return undefined
  const entries: Record<string, unknown> = { ...read }
  const textOf = (field: keyof Draft) => {
    const value = entries[field]
    return typeof value === 'string' ? value : ''
  }
  const draft = Object.fromEntries(draftFields.map((field) => [field, textOf(field)])) as Draft
  return Object.values(draft).some((value) => value !== '') ? draft : undefined
}
