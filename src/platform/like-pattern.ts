/** A pattern for LIKE that finds a text anywhere in a column: its wildcards are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
