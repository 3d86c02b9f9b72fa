import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let current = ''

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the name that the panel shows: at the start the server's, later a changed one. */
export function setSiteName(name: string): void {
  current = name
  for (const listener of listeners) listener()
}

/** The name of the site. */
export function useSiteName(): string {
  return useSyncExternalStore(subscribe, () => current)
}
