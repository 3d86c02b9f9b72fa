/** The start of the admin. */
export const adminHome = '/admin'

/**
 * The path to go to after signing in, from the `next` parameter. Only paths of the admin on this site are allowed:
 * everything that a browser could read as another site or as no path is replaced by the start of the admin.
 */
export function safeReturnPath(wanted: string | null | undefined, origin: string): string {
  // Browsers drop tabs and line breaks from addresses and read a backslash as a slash, so neither may be there.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!wanted?.startsWith('/') || /[\u0000-\u0020\u007f-\u009f\\]/.test(wanted)) return adminHome
  if (wanted.startsWith('//') || !URL.canParse(wanted, origin)) return adminHome
  const url = new URL(wanted, origin)
  const isAdmin = url.pathname === adminHome || url.pathname.startsWith(`${adminHome}/`)
  // `/admin/..//evil` would be read as `//evil` once it is a path of its own.
  if (url.origin !== origin || !isAdmin || url.pathname.includes('//')) return adminHome
  return url.pathname + url.search + url.hash
}

/** The address of the sign-in screen that comes back to a path; after the end of a session, it says so. */
export function loginPath(returnTo: string, { hasEnded = false } = {}): string {
  const query = new URLSearchParams()
  if (returnTo !== adminHome) query.set('next', returnTo)
  if (hasEnded) query.set('ended', '')
  return query.size > 0 ? `/login?${query}` : '/login'
}

/** Whether the address of the sign-in screen says that a session has ended. */
export function saysSessionEnded(search: string): boolean {
  return new URLSearchParams(search).has('ended')
}
