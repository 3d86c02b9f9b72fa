import type { Language } from '#shared/languages.ts'
import type { Member, Role } from '#shared/roles.ts'

/** What is chosen in a form: the languages stay chosen while another role is. */
export interface AccessDraft {
  role: Role
  isLimited: boolean
  languages: readonly Language[]
}

export const noAccess: AccessDraft = { role: 'editor', isLimited: false, languages: [] }

export function draftOf({ role, languages }: Member): AccessDraft {
  return { role, isLimited: languages !== null, languages: languages ?? [] }
}

/** What is sent. Only editors can be limited. */
export function accessOf({ role, isLimited, languages }: AccessDraft): Member {
  return { role, languages: role === 'editor' && isLimited ? languages : null }
}

/** Whether a draft would change what a user may do. */
export function changesAccess(draft: AccessDraft, member: Member): boolean {
  const wanted = accessOf(draft)
  const inOrder = (languages: Member['languages']) => languages && [...languages].sort().join()
  return wanted.role !== member.role || inOrder(wanted.languages) !== inOrder(member.languages)
}
