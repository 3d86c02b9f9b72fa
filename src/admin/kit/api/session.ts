/** The key in the browser's storage under which the token is stored. */
export const tokenKey = 'auth_token'

/** The token of whoever is signed in on this browser. */
export interface Session {
  readonly token: string | null
  start(token: string): void
  end(): void
}

/**
 * Keeps the token in browser storage. A browser that refuses storage (private mode, blocked site data) still gets a
 * session, which lasts until the page is closed.
 */
export function createSession(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Session {
  let unstored: string | null = null
  return {
    get token() {
      try {
        return storage.getItem(tokenKey) ?? unstored
      } catch {
        return unstored
      }
    },
    start(token) {
      unstored = token
      try {
        storage.setItem(tokenKey, token)
        unstored = null
      } catch {
        // The token stays in memory.
      }
    },
    end() {
      unstored = null
      try {
        storage.removeItem(tokenKey)
      } catch {
        // Nothing was stored.
      }
    },
  }
}
