import { useSyncExternalStore } from 'react'

/** What the panel says of the site. */
interface Site {
  name: string
  /** The site's own line in the language of the panel; undefined for the built-in one. */
  tagline: string | undefined
  /** Where visitors find it, which may be elsewhere than the panel. */
  origin: string
}

const listeners = new Set<() => void>()
let current: Site = { name: '', tagline: undefined, origin: '' }

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets what the panel says of the site: at the start what the server says, later what was changed. */
export function setSite(site: Partial<Site>): void {
  current = { ...current, ...site }
  for (const listener of listeners) listener()
}

/** The name of the site. */
export function useSiteName(): string {
  return useSyncExternalStore(subscribe, () => current.name)
}

/** The site's own line, if it has one. */
export function useSiteTagline(): string | undefined {
  return useSyncExternalStore(subscribe, () => current.tagline)
}

/** The origin of the site's public addresses, such as `https://example.com`. */
export function useSiteOrigin(): string {
  return useSyncExternalStore(subscribe, () => current.origin)
}
