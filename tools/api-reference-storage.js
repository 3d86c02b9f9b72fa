// Runs before the API reference, which ends where a browser blocks site data: there even to look at a storage throws. It
// gets storages that keep what they are given until the page is left.
for (const name of ['localStorage', 'sessionStorage']) {
  try {
    window[name].getItem('')
  } catch {
    const kept = new Map()
    const value = {
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, text) => void kept.set(String(key), String(text)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
      key: (index) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size
      },
    }
    Object.defineProperty(window, name, { configurable: true, value })
  }
}
