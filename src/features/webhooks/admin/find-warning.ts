import type { StopReason, Webhook } from '#features/webhooks/contract.ts'

/** What an admin should do something about. */
export type WebhookWarning =
  | { kind: 'stopped'; reason: StopReason }
  | { kind: 'failing'; since: string; retryAt: string | null }
  | { kind: 'failed'; count: number }

/** The most pressing thing about a webhook. */
export function findWarning(webhook: Webhook): WebhookWarning | undefined {
  const { state, stop_reason, failing_since, retry_at, failed } = webhook
  if (state === 'stopped' && stop_reason) return { kind: 'stopped', reason: stop_reason }
  if (state === 'failing' && failing_since)
    return { kind: 'failing', since: failing_since, retryAt: retry_at }
  return failed > 0 ? { kind: 'failed', count: failed } : undefined
}
