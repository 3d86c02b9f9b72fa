import type { Translate } from '#admin/kit/texts/texts.ts'
import { type MailVariable, mailVariables } from '#features/mail/model.ts'

const known = new Set<string>(Object.values(mailVariables).flat())
const isKnown = (name: string): name is MailVariable => known.has(name)

/** The label of a variable of a mail. */
export const labelVariable = (name: string, t: Translate) =>
  isKnown(name) ? t(`mailBody.variables.${name}`) : name
