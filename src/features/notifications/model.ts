import type { Recipient } from '#shared/notifications/recipient.ts'
import type { MailChoice, NotificationSource, NotificationType } from '#shared/notifications/type.ts'
import { isAllowed } from '#shared/permissions.ts'

const day = 86_400_000

/** What a user may see: the kinds that their role allows, from the day before they joined. */
export function scopeOf(recipient: Recipient, sources: readonly NotificationSource[]) {
  return {
    userId: recipient.id,
    types: sources.filter(({ type }) => isAllowed(recipient, type.permission)).map(({ type }) => type.name),
    since: new Date(recipient.createdAt.getTime() - day),
  }
}

/** What a user gets by mail of a kind: what they have chosen, else what the kind proposes. */
export function mailChoiceOf(
  { name, mail }: Pick<NotificationType, 'name' | 'mail'>,
  choices: readonly { type: string; mail: MailChoice }[],
): MailChoice {
  return choices.find(({ type }) => type === name)?.mail ?? mail
}
