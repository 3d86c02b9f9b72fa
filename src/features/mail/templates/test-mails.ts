import { randomUUID } from 'node:crypto'
import type { MailText, TemplateKind } from '#features/mail/contract.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { cleanMailText } from './mail-text.ts'
import type { Rendering } from './rendering.ts'

export interface TestMailOptions {
  db: Database
  rendering: Rendering
  post: (db: Database, orders: MailOrder[]) => Promise<void>
  /** The users of these ids. */
  listUsers(ids: string[]): Promise<{ id: string; name: string; email: string | null }[]>
}

interface TestMail {
  kind: TemplateKind | 'campaign'
  language: Language
  text: MailText
  /** The target of the button; a page of the site when there is none yet. */
  actionUrl?: string | undefined
  /** Refused unless it is the user's own. */
  to: string | undefined
  userId: string
}

/** Test mails, with which a member of the team sees a text in a mail program. */
export function createTestMails({ db, rendering, post, listUsers }: TestMailOptions) {
  /**
   * Sends a text, saved or not, to the address of the user who asks, with sample data; returns the address.
   * @throws {Problem} 422 for an unknown variable, when the user has no address, or for another address
   */
  return async function sendTestMail(testMail: TestMail): Promise<string> {
    const { kind, language, text, actionUrl, to, userId } = testMail
    const [user] = await listUsers([userId])
    const email = user?.email
    const refuse = (code: string) =>
      new Problem('validation_failed', 422, { fields: [{ field: 'to', code }] })
    if (!email) throw refuse('test_address_missing')
    if (to !== undefined && emailKeyOf(to) !== emailKeyOf(email)) throw refuse('test_address_foreign')
    const checked = cleanMailText(text, kind)
    const order: MailOrder = {
      cause: `test:${randomUUID()}`,
      kind: 'test',
      to: { email, name: user.name, language, userId },
      variables: rendering.testMailVariables(kind, checked),
      actionUrl: actionUrl ?? rendering.sampleAddress(language),
    }
    await post(db, [order])
    return email
  }
}
