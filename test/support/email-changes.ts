import assert from 'node:assert/strict'
import { z } from 'zod'
import type { TestApp } from './build-app.ts'
import type { Reply } from './http-client.ts'

const Rows = z.array(z.object({ action_url: z.string() }))

/** The token in the newest mail that asks the owner of a new address to confirm it. */
export async function confirmationTokenOf(app: Pick<TestApp, 'pool'>, email: string): Promise<string> {
  const { rows } = await app.pool.query(
    "SELECT action_url FROM mails WHERE kind = 'email_change' AND to_email = $1 ORDER BY number DESC LIMIT 1",
    [email],
  )
  const [row] = Rows.parse(rows)
  assert.ok(row, `no mail asks ${email} for confirmation`)
  return new URL(row.action_url).searchParams.get('token') ?? ''
}

/** Confirms a new address as its owner does, with the link in the mail. */
export async function confirmEmail(app: Pick<TestApp, 'pool' | 'send'>, email: string): Promise<Reply> {
  return app.send('/es/rights/email', { form: { token: await confirmationTokenOf(app, email) } })
}
