import { z } from 'zod'
import { Notification } from '#features/notifications/contract.ts'
import type { Send } from '../http-client.ts'

/** What a user is told of one kind, in English, newest first. */
export async function listTold(send: Send, type: string): Promise<string[]> {
  const reply = await send(`/api/notifications?type=${type}`, { headers: { 'accept-language': 'en' } })
  return reply.read(z.array(Notification)).map(({ title }) => title)
}
