/**
 * The header of requests of the reader in the page, which are no downloads. A header and not a part of the address: the
 * file has one address, one entity tag and one place in every cache.
 */
export const readingHeader = 'x-reading'
