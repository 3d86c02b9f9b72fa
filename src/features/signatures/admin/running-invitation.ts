import { useSyncExternalStore } from 'react'
import { windowStorage } from '#admin/kit/browser-storage.ts'

const key = 'invitation'
const listeners = new Set<() => void>()

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The id of the invitations that this window follows, which survives a reload. */
export const useFollowedInvitation = (): string | undefined =>
  useSyncExternalStore(follow, () => windowStorage.getItem(key)) ?? undefined

/** Follows other invitations, or none. */
export function followInvitation(id: string | undefined): void {
  if (id === undefined) windowStorage.removeItem(key)
  else windowStorage.setItem(key, id)
  for (const listener of listeners) listener()
}
