/** The value of a cookie in a `document.cookie` text. */
export function findCookie(cookies: string, name: string): string | undefined {
  for (const part of cookies.split(';')) {
    const [key = '', ...value] = part.split('=')
    if (key.trim() === name) return value.join('=').trim()
  }
  return undefined
}

/** The cookie that stores a choice for a year, which the public pages read too. */
export function describeCookie(name: string, value: string, secure: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** Reads a choice of this browser. */
export function readChoice(name: string): string | undefined {
  return findCookie(document.cookie, name)
}

/** Keeps a choice in this browser. */
export function keepChoice(name: string, value: string): void {
  // The Cookie Store API exists on secure origins only; an admin on a plain-http intranet must keep its choice too.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = describeCookie(name, value, location.protocol === 'https:')
}
