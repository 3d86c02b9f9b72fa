import type { PresentItem, TransferPart, TransferSource } from '#feature.ts'
import { MailText, TemplateKind } from '#features/mail/contract.ts'
import { isSecurityTemplate } from '#features/mail/model.ts'
import { cleanMailText } from '#features/mail/templates/mail-text.ts'
import { createTemplateStore } from '#features/mail/templates/template-store.ts'
import { readFields } from '#http/problem-details.ts'
import { sourceLanguage } from '#shared/languages.ts'

const TransferredMail = MailText.strict()

/**
 * The texts of the mails that the team has changed. Those about security are left out: who changes them confirms it with
 * their password, each time.
 */
export const mailSource: TransferSource = {
  name: 'mails',
  isByLanguage: true,
  async list(db, languages) {
    const rows = await createTemplateStore(db).listNewest()
    return rows.flatMap(({ kind: given, language, text, createdAt }): PresentItem[] => {
      const kind = TemplateKind.safeParse(given)
      if (!kind.success || !text || !languages.includes(language)) return []
      return [
        {
          ...{
            key: kind.data,
            language,
            label: text.subject,
            data: { ...text },
            changedAt: createdAt,
            files: [],
          },
          ...(isSecurityTemplate(kind.data) && { hidden: 'security' as const }),
        },
      ]
    })
  },
}

/** The texts of the mails as they are imported: each becomes the newest version, and is used at once. */
export const mailPart: TransferPart = {
  ...mailSource,
  async read({ key, data }) {
    const kind = TemplateKind.safeParse(key)
    if (!kind.success) return 'unknown_key'
    if (isSecurityTemplate(kind.data)) return 'security'
    return cleanMailText(readFields(TransferredMail, data), kind.data)
  },
  filesOf: () => ({ needed: [] }),
  needs: () => [],
  merge: (_present, incoming) => incoming,
  begin: ({ actorId: authorId, now: createdAt }) => ({
    async lock(transaction, changes) {
      const store = createTemplateStore(transaction)
      const nameOf = ({ key, language }: (typeof changes)[number]) => `${key} ${language}`
      for (const { key, language } of [...changes].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)))
        await store.lock(TemplateKind.parse(key), language ?? sourceLanguage)
    },
    async store(transaction, changes) {
      const store = createTemplateStore(transaction)
      for (const { key, language: given, data } of changes) {
        const [kind, language] = [TemplateKind.parse(key), given ?? sourceLanguage]
        const version = ((await store.findNewest(kind, language))?.version ?? 0) + 1
        await store.insert({ kind, language, version, text: MailText.parse(data), authorId, createdAt })
      }
    },
  }),
}
