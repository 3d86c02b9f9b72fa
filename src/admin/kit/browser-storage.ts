/** What is used of a storage of the browser. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/**
 * Opens a storage of the browser that never throws. What the browser refuses to keep (site data blocked, storage full) stays
 * in memory, until the page is left.
 */
export function openStorage(open: () => Storage): BrowserStorage {
  const unkept = new Map<string, string>()
  /** Even to look at the storage throws where site data is blocked. */
  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(open())
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key) => unkept.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem(key, value) {
      const isKept = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (isKept) unkept.delete(key)
      else unkept.set(key, value)
    },
    removeItem(key) {
      unkept.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    key: (index) => attempt((storage) => storage.key(index), null),
    get length() {
      return attempt((storage) => storage.length, 0)
    },
  }
}

/** The storage of all windows. */
export const lastingStorage = openStorage(() => localStorage)
/** The storage of this window, which survives a reload. */
export const windowStorage = openStorage(() => sessionStorage)
