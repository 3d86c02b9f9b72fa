import { z } from 'zod'
import type { Language } from './languages.ts'

/** What a user may do: an admin everything, an editor content and leads, a viewer only read. */
export const roles = ['admin', 'editor', 'viewer'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/**
 * What a permission may ask for, each level including those before it. A translator is an editor who is limited to some
 * languages: they read what a viewer reads, and edit texts in their languages.
 */
export const accessLevels = ['viewer', 'translator', 'editor', 'admin'] as const
export type AccessLevel = (typeof accessLevels)[number]

/** What decides about the permissions of a user. */
export interface Member {
  readonly role: Role
  /** The only languages that an editor may edit; null for all. */
  readonly languages: readonly Language[] | null
  /** The only permissions of a program that has a key of theirs; undefined for the person. */
  readonly scopes?: readonly string[] | undefined
}

/** The level of a user. */
export function levelOf({ role, languages }: Member): AccessLevel {
  return role === 'editor' && languages !== null ? 'translator' : role
}

/** Whether a user has at least a level. */
export function hasLevel(member: Member, least: AccessLevel): boolean {
  return accessLevels.indexOf(levelOf(member)) >= accessLevels.indexOf(least)
}

/** Whether a user who may edit texts may do so in a language. */
export function knowsLanguage({ languages }: Pick<Member, 'languages'>, language: Language): boolean {
  return languages === null || languages.includes(language)
}
