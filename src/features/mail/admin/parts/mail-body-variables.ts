import type { Translate } from '#admin/kit/texts/texts.ts'
import type { MailVariable } from '#features/mail/model.ts'

const known = new Set<string>(['name', 'company', 'badge', 'site'] satisfies MailVariable[])
const isKnown = (name: string): name is MailVariable => known.has(name)

/** The label of a variable of a mail. */
export const labelVariable = (name: string, t: Translate) =>
  isKnown(name) ? t(`mailBody.variables.${name}`) : name
