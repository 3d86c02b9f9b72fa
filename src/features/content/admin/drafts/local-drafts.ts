import { z } from 'zod'
import type { ContentKey } from '#features/content/contract.ts'
import { isLanguage, languages } from '#shared/languages.ts'
import type { Edits } from './edits.ts'

const Fields = z.object({
  content: z.string(),
  seo_title: z.string(),
  seo_description: z.string(),
  seo_keywords: z.string(),
})
const StoredDraft = z.object({
  edits: z.partialRecord(
    z.enum(languages),
    z.object({ base: z.object({ version: z.number().int(), fields: Fields }), fields: Fields }),
  ),
  /** When the window last reported that it is open, in milliseconds. */
  at: z.number(),
  isClosed: z.boolean(),
})

type EditStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

interface LocalDraftOptions {
  /** The storage of all windows (`localStorage`). */
  storage: () => EditStorage
  /** The storage of this window, which survives a reload (`sessionStorage`). */
  windowStorage: () => Pick<Storage, 'getItem' | 'setItem'>
  userId: string
  key: ContentKey
  /** The drafts that this page has open, by their names in the storage; the same set for all texts. */
  open: Set<string>
  now: () => number
  createId: () => string
}

/** A window that has not reported for this long has crashed; an open one reports every minute. */
export const windowLifetime = 180_000

/** Stores unsaved texts in this browser, so that a reload, a closed window or a crash loses nothing. */
export interface LocalDrafts {
  /** The id of this window; a reload does not change it. */
  readonly windowId: string
  /** The unsaved texts of this window before a reload, and of windows closed since. */
  recover(): Edits
  /** Returns whether the browser has kept them. */
  save(edits: Edits): boolean
  /** The window closes or leaves the text; the next window to open it recovers what is unsaved. */
  close(): void
}

export function createLocalDrafts(options: LocalDraftOptions): LocalDrafts {
  const { userId, key, now, createId } = options
  const prefix = `unsaved:${userId}:${key}:`
  const isStale = ({ at, isClosed }: z.infer<typeof StoredDraft>) => isClosed || now() - at >= windowLifetime

  function read(windowId: string): z.infer<typeof StoredDraft> | undefined {
    try {
      const stored = options.storage().getItem(prefix + windowId)
      return stored === null ? undefined : StoredDraft.parse(JSON.parse(stored))
    } catch {
      return undefined
    }
  }

  function write(windowId: string, edits: Edits, isClosed: boolean): boolean {
    try {
      if (Object.keys(edits).length === 0) options.storage().removeItem(prefix + windowId)
      else options.storage().setItem(prefix + windowId, JSON.stringify({ edits, at: now(), isClosed }))
      return true
    } catch {
      // No storage, or a full one: the warning before leaving remains.
      return false
    }
  }

  function findWindowId(): string {
    try {
      const own = options.windowStorage().getItem('window')
      const stored = own && read(own)
      // A duplicated window starts with the id of the other, which is still open. React may call this twice before the
      // editor is shown; the second time, the draft is open in this very page.
      if (own && (options.open.has(prefix + own) || !(stored && !isStale(stored)))) return own
      const made = createId()
      options.windowStorage().setItem('window', made)
      return made
    } catch {
      return createId()
    }
  }

  const windowId = findWindowId()
  options.open.add(prefix + windowId)
  let current: Edits = {}

  return {
    windowId,
    recover() {
      current = toEdits(read(windowId)?.edits)
      for (const other of listWindows(options.storage, prefix)) {
        const stored = other === windowId ? undefined : read(other)
        if (!stored || !isStale(stored)) continue
        const left: Edits = {}
        for (const language of languages) {
          const edit = stored.edits[language]
          // A second draft for a language waits until the first one is saved.
          if (edit && current[language]) left[language] = edit
          else if (edit) current = { ...current, [language]: edit }
        }
        write(windowId, current, false)
        write(other, left, true)
      }
      write(windowId, current, false)
      return current
    },
    save(edits) {
      current = edits
      return write(windowId, current, false)
    },
    close() {
      options.open.delete(prefix + windowId)
      write(windowId, current, true)
    },
  }
}

/** The ids of the windows that have stored something under a prefix. */
function listWindows(open: LocalDraftOptions['storage'], prefix: string): string[] {
  try {
    const storage = open()
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    return names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  } catch {
    return []
  }
}

function toEdits(stored: z.infer<typeof StoredDraft>['edits'] = {}): Edits {
  const edits: Edits = {}
  for (const [language, edit] of Object.entries(stored))
    if (isLanguage(language) && edit) edits[language] = edit
  return edits
}

/** A random UUID; browsers make one themselves only on https. */
export function createWindowId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
