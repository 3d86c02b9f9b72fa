// The package has no types of its own.
declare module 'wawoff2' {
  /** The OpenType file that a WOFF 2 file holds. */
  export function decompress(font: Uint8Array): Promise<Uint8Array>
  /** The WOFF 2 file of an OpenType file. */
  export function compress(font: Uint8Array): Promise<Uint8Array>
}
