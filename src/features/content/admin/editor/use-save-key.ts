import { useEffect, useRef } from 'react'

/** The keys of {@link useSaveKey}, as `aria-keyshortcuts` names them. */
export const saveKeys = 'Control+S Meta+S'

/** Runs `onSave` on Ctrl+S or ⌘S, in place of the browser's own dialog; not while a dialog is open. */
export function useSaveKey(onSave: (() => void) | undefined): void {
  const latest = useRef(onSave)
  latest.current = onSave
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // By its place on the keyboard: other scripts have another letter there.
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyS') return
      event.preventDefault()
      if (!event.repeat && !document.querySelector('[aria-modal="true"]')) latest.current?.()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
