const escapeWildcards = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A pattern for LIKE that finds a text anywhere in a column: its wildcards are escaped. */
export const containing = (text: string): string => `%${escapeWildcards(text)}%`

/** A pattern for LIKE that finds a text at the end of a column. */
export const endingWith = (text: string): string => `%${escapeWildcards(text)}`
