/** An address as people write it: in its own script, where it can be. */
export function readable(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

/** The same without what all addresses of the site begin with. */
export function readablePath(address: string): string {
  const { pathname, search } = URL.canParse(address) ? new URL(address) : { pathname: address, search: '' }
  return readable(pathname + search)
}
