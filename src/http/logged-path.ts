// What stands after these is a secret: whoever reads the log must not be able to use it.
const secretPath = /^((?:\/[a-z]{2})?\/(?:preview|reset-password|m\/[oc]|unsubscribe|rights))\/[^/]+/i

/** The path of a request as the log may hold it: without its query, and without the token it may carry. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?')
  let plain = path
  try {
    // The router reads `/%70review/…` as `/preview/…`.
    plain = decodeURIComponent(path)
  } catch {
    // An address that cannot be read leads nowhere.
  }
  return secretPath.test(plain) ? plain.replace(secretPath, '$1/:token') : path
}
