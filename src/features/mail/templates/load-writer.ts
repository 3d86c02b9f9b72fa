import type { MailWriter } from '#features/mail/mails/sheet.ts'

/** Loads the module that renders mails, as `npm run build` made it. */
export async function loadMailWriter(): Promise<MailWriter> {
  return import(new URL('../../../../dist/server/mail-mails.js', import.meta.url).href)
}
