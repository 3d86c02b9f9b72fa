/** An address as people write it: without what all addresses of the site begin with, and in its own script where it can be. */
export function readableAddress(address: string): string {
  const { pathname, search } = URL.canParse(address) ? new URL(address) : { pathname: address, search: '' }
  try {
    return decodeURI(pathname + search)
  } catch {
    return pathname + search
  }
}
