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
const KeptEntry = z.object({
  edits: z.partialRecord(
    z.enum(languages),
    z.object({ base: z.object({ version: z.number().int(), fields: Fields }), fields: Fields }),
  ),
  /** When the window was last known to be open, in milliseconds. */
  at: z.number(),
  isClosed: z.boolean(),
})

type EditStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

interface EditKeeperOptions {
  /** Shared by all windows, and there when they are closed. */
  storage: () => EditStorage
  /** Of this window, and still there after a reload. */
  windowStorage: () => Pick<Storage, 'getItem' | 'setItem'>
  userId: string
  key: ContentKey
  now: () => number
  createId: () => string
}

/** A window that has not been heard of for so long has crashed. An open one is heard of every minute. */
export const windowLifetime = 180_000

/** Keeps what someone is writing on their own device, so that a reload, a closed window or a crash loses nothing. */
export interface EditKeeper {
  /** Names this window among those that have the text open; a reload does not change it. */
  readonly windowId: string
  /** What was being written here before a reload, or in a window that is closed by now. */
  recover(): Edits
  keep(edits: Edits): void
  /** The window closes, or the text is left; what is unsaved waits for whoever opens it next. */
  close(): void
}

export function createEditKeeper(options: EditKeeperOptions): EditKeeper {
  const { userId, key, now, createId } = options
  const prefix = `unsaved:${userId}:${key}:`
  const isStale = ({ at, isClosed }: z.infer<typeof KeptEntry>) => isClosed || now() - at >= windowLifetime

  function read(windowId: string): z.infer<typeof KeptEntry> | undefined {
    try {
      const kept = options.storage().getItem(prefix + windowId)
      return kept === null ? undefined : KeptEntry.parse(JSON.parse(kept))
    } catch {
      return undefined
    }
  }

  function write(windowId: string, edits: Edits, isClosed: boolean): void {
    try {
      if (Object.keys(edits).length === 0) options.storage().removeItem(prefix + windowId)
      else options.storage().setItem(prefix + windowId, JSON.stringify({ edits, at: now(), isClosed }))
    } catch {
      // A browser without storage, or a full one: the warning before leaving is what is left.
    }
  }

  function findWindowId(): string {
    try {
      const own = options.windowStorage().getItem('window')
      const kept = own && read(own)
      // A window that was duplicated begins with the name of the other, which is still open.
      if (own && !(kept && !isStale(kept))) return own
      const made = createId()
      options.windowStorage().setItem('window', made)
      return made
    } catch {
      return createId()
    }
  }

  function listOthers(): string[] {
    try {
      const storage = options.storage()
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      return names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
    } catch {
      return []
    }
  }

  const windowId = findWindowId()
  let current: Edits = {}

  return {
    windowId,
    recover() {
      current = toEdits(read(windowId)?.edits)
      for (const other of listOthers()) {
        const kept = other === windowId ? undefined : read(other)
        if (!kept || !isStale(kept)) continue
        const left: Edits = {}
        for (const language of languages) {
          const edit = kept.edits[language]
          // Two texts for one language: the other waits until this one is saved.
          if (edit && current[language]) left[language] = edit
          else if (edit) current = { ...current, [language]: edit }
        }
        write(windowId, current, false)
        write(other, left, true)
      }
      write(windowId, current, false)
      return current
    },
    keep(edits) {
      current = edits
      write(windowId, current, false)
    },
    close: () => write(windowId, current, true),
  }
}

function toEdits(kept: z.infer<typeof KeptEntry>['edits'] = {}): Edits {
  const edits: Edits = {}
  for (const [language, edit] of Object.entries(kept))
    if (isLanguage(language) && edit) edits[language] = edit
  return edits
}

/** A random UUID, also where the browser makes none because the address is not https. */
export function createWindowId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
