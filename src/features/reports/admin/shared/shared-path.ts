/** Where whoever has a link reads the figures. The token follows behind `#`, which browsers send to no server. */
export const sharedPath = '/shared'

/** The token of a shared link, from the part of an address behind `#`. */
export const tokenOf = (hash: string): string => hash.slice(1)
