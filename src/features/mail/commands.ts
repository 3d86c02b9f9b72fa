import { mailSource } from '#features/mail/transfer/mail-part.ts'

/** The texts of mails that `npm run admin -- export-content` writes. */
export const mailExport = mailSource
