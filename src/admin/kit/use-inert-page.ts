import { useEffect, useId, useSyncExternalStore } from 'react'

let windows: readonly string[] = []
const listeners = new Set<() => void>()

function replace(next: readonly string[]): void {
  windows = next
  const page = document.getElementById('admin')
  if (page) page.inert = windows.length > 0
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Makes the page under open dialogs inert, for the pointer, the keyboard and screen readers. Returns whether this dialog
 * is the one on top.
 */
export function useInertPage(isCovered: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!isCovered) return
    replace([...windows, id])
    return () => replace(windows.filter((other) => other !== id))
  }, [isCovered, id])
  return useSyncExternalStore(subscribe, () => windows.at(-1) === id)
}
