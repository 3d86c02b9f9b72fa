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

/** The hour of the day at which daily mails are sent, where their reader is. */
export const dailyHour = 8

/** The next time that it is `dailyHour` in a time zone. */
export function nextDaily(now: Date, timeZone: string): Date {
  // Zones differ from UTC by whole quarters of an hour, so one of the next 192 quarters is it, even over a change of the clocks.
  const quarter = 900_000
  let time = (Math.floor(now.getTime() / quarter) + 1) * quarter
  const format = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  for (let step = 0; step < 192; step++, time += quarter) {
    const parts = format.formatToParts(time)
    const numberOf = (name: string) => Number(parts.find(({ type }) => type === name)?.value)
    if (numberOf('hour') === dailyHour && numberOf('minute') === 0) return new Date(time)
  }
  return new Date(now.getTime() + day)
}
