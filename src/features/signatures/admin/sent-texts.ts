import type { TextKey } from '#admin/kit/texts/texts.ts'

/** The texts that say that a link was sent, and what they say where no mail server is set up. */
const outboxTexts = {
  'signatures.states.sent': 'signatures.outbox.state',
  'signatures.explained.sent': 'signatures.outbox.explained',
  'signatures.columns.sent': 'signatures.outbox.column',
  'signatures.way.sent': 'signatures.outbox.way',
  'signatures.progress.running': 'signatures.outbox.running',
  'signatures.progress.done': 'signatures.outbox.done',
  'signatures.progress.stopped': 'signatures.outbox.stopped',
  'signatures.resend.done': 'signatures.outbox.resent',
  'signatures.lead.sent': 'signatures.outbox.lead',
  'signatures.links.sent': 'signatures.outbox.links',
  'signatures.links.by': 'signatures.outbox.by',
} as const satisfies Partial<Record<TextKey, TextKey>>

/** The key of what is said in place of a text. */
export function sentKey(key: TextKey, hasMailServer: boolean): TextKey {
  return hasMailServer || !isSaidOtherwise(key) ? key : outboxTexts[key]
}

const isSaidOtherwise = (key: TextKey): key is keyof typeof outboxTexts => key in outboxTexts
