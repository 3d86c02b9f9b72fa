import type { PreviewDraft, PreviewLink } from '#features/previews/contract.ts'

/** An unsaved text that is previewed. */
export type PreviewedText = Omit<PreviewDraft, 'replaces'>

/** A link and the text that it shows. */
export interface MadePreview {
  link: PreviewLink
  text: PreviewedText
}

export interface PreviewerState {
  /** The newest preview; it remains while the next one is made. */
  made: MadePreview | undefined
  isMaking: boolean
  /** Why the last attempt failed, until one succeeds. */
  error: unknown
}

export interface Previewer {
  /** Previews a text: immediately if it is another one, after a pause in typing if it has changed. */
  show(text: PreviewedText): void
  /** Makes the preview again. */
  refresh(): void
  /** Keeps the current link valid when the text changes, because somebody uses it. */
  keepLink(): void
  /** Stops making previews. The last link remains valid. */
  stop(): void
  current(): PreviewerState
  subscribe(listener: () => void): () => void
}

interface PreviewerOptions {
  make(draft: PreviewDraft): Promise<PreviewLink>
  /** Milliseconds without typing after which a changed text is previewed. */
  pause?: number
  /** Milliseconds before its expiry at which a link is replaced. */
  margin?: number
  now?: () => number
}

const nothing: PreviewerState = { made: undefined, isMaking: false, error: undefined }

/** Keeps a preview up to date with the text: one link at a time, each replacing the previous one. */
export function createPreviewer({
  make,
  pause = 900,
  margin = 60_000,
  now = Date.now,
}: PreviewerOptions): Previewer {
  const listeners = new Set<() => void>()
  let state = nothing
  let wanted: PreviewedText | undefined
  let replaceable: string | undefined
  let isAskedAgain = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function change(next: Partial<PreviewerState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function schedule(delay: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), delay)
  }

  async function run(): Promise<void> {
    const text = wanted
    if (!text) return
    if (state.isMaking) {
      isAskedAgain = true
      return
    }
    clearTimeout(timer)
    change({ isMaking: true })
    try {
      const link = await make({ ...text, ...(replaceable !== undefined && { replaces: replaceable }) })
      replaceable = link.url
      if (isAbout(text, wanted)) {
        change({ made: { link, text }, isMaking: false, error: undefined })
        // A pane may stay open for longer than its link is valid.
        if (!isAskedAgain) schedule(Math.max(Date.parse(link.expires_at) - now() - margin, margin))
      } else change({ isMaking: false })
    } catch (error) {
      change({ isMaking: false, error })
    }
    if (isAskedAgain) {
      isAskedAgain = false
      schedule(0)
    }
  }

  return {
    show(text) {
      const last = wanted
      wanted = text
      if (last && isSame(last, text)) return
      const isOther = !isAbout(text, last)
      if (isOther && state.made) change({ made: undefined, error: undefined })
      schedule(isOther || !state.made ? 0 : pause)
    },
    refresh: () => schedule(0),
    keepLink() {
      replaceable = undefined
    },
    stop() {
      clearTimeout(timer)
      wanted = undefined
      replaceable = undefined
      isAskedAgain = false
      if (state.made || state.error) change({ made: undefined, error: undefined })
    },
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether two texts have the same key and language. */
function isAbout(text: PreviewedText, other: PreviewedText | undefined): boolean {
  return other !== undefined && text.key === other.key && text.language === other.language
}

function isSame(a: PreviewedText, b: PreviewedText): boolean {
  return (
    isAbout(a, b) &&
    a.content === b.content &&
    a.seo_title === b.seo_title &&
    a.seo_description === b.seo_description &&
    a.seo_keywords === b.seo_keywords
  )
}
