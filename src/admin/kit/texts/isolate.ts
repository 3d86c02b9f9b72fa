/** An address within a text, which is read from left to right whatever the text is (Unicode UAX #9). */
export const isolate = (address: string): string => `\u2066${address}\u2069`

/** A name or other words of people within a text, which keep their own direction. */
export const isolateWords = (words: string): string => `\u2068${words}\u2069`
