/** The mail's `Message-ID` without its brackets. */
export function messageIdOf(mailId: string, sender: string): string {
  return `${mailId}@${sender.slice(sender.lastIndexOf('@') + 1)}`
}

/** The id of the mail with a `Message-ID` of ours. */
export function findMailId(messageId: string): string | undefined {
  return /^\s*<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(messageId)?.[1]?.toLowerCase()
}
