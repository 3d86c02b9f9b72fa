import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import type { Recipient } from '#shared/notifications/recipient.ts'
import type { MailChoice, NotificationSource } from '#shared/notifications/type.ts'
import { Problem } from '#shared/problem.ts'
import type { ChoiceStore } from './choice-store.ts'
import type { Choices } from './contract.ts'
import { mailChoiceOf, scopeOf } from './model.ts'

export interface ChoiceOptions {
  choiceStore: ChoiceStore
  translator(language: Language): Translate
  /** The kinds of all features. */
  listSources(): readonly NotificationSource[]
  /** @throws {Problem} 401 */
  getRecipient(userId: string): Promise<Recipient>
  /** Whether mails are sent. */
  canSend: boolean
}

/** What users want by mail. */
export function createChoices({
  choiceStore,
  translator,
  listSources,
  getRecipient,
  canSend,
}: ChoiceOptions) {
  return {
    /** What a user gets by mail of each kind that they are told of. */
    async list(userId: string, language: Language): Promise<Choices> {
      const recipient = await getRecipient(userId)
      const { types } = scopeOf(recipient, listSources())
      const made = await choiceStore.listChoices([userId])
      const t = translator(language)
      const choices = listSources()
        .filter(({ type }) => types.includes(type.name))
        .map(({ type }) => ({
          type: type.name,
          label: t(`notification-texts:types.${type.name}.label`),
          mail: mailChoiceOf(type, made),
        }))
      return { choices, email: recipient.email, can_send: canSend }
    },

    /** Chooses what a user gets by mail of a kind. @throws {Problem} 404 for a kind that they are not told of */
    async choose(userId: string, type: string, mail: MailChoice): Promise<void> {
      const { types } = scopeOf(await getRecipient(userId), listSources())
      if (!types.includes(type)) throw new Problem('not_found', 404)
      await choiceStore.setChoice(userId, type, mail)
    },
  }
}
export type ChoiceService = ReturnType<typeof createChoices>
