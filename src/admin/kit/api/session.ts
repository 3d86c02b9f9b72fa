import type { BrowserStorage } from '#admin/kit/browser-storage.ts'

/** The key in the browser's storage under which the token is stored. */
export const tokenKey = 'auth_token'

/** The token of whoever is signed in on this browser. */
export interface Session {
  readonly token: string | null
  /** Who is signed in, once that is known; somebody else cannot continue the session. */
  username: string | undefined
  start(token: string): void
  end(): void
}

/** Keeps the token in a storage of the browser; in one that is blocked, until the page is left. */
export function createSession(storage: Pick<BrowserStorage, 'getItem' | 'setItem' | 'removeItem'>): Session {
  return {
    username: undefined,
    get token() {
      return storage.getItem(tokenKey)
    },
    start: (token) => storage.setItem(tokenKey, token),
    end() {
      this.username = undefined
      storage.removeItem(tokenKey)
    },
  }
}
