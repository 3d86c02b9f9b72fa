import { foldText } from '#shared/fold-text.ts'

/** The text that the search of mails looks in. */
export const mailSearchTextOf = (name: string, email: string): string => foldText(`${name} ${email}`)
