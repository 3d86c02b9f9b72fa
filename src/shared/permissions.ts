import { type AccessLevel, hasLevel, type Member } from './roles.ts'

/** Something that users do, and who may do it. */
export interface Permission {
  /** Such as `badges.award`: the feature, and what is done there. */
  readonly action: string
  /** The least level that may do it. What translators may do is limited to their languages by each route. */
  readonly least: AccessLevel
  /** Whether it also asks for the password when that was last given more than a quarter of an hour ago. */
  readonly recentPassword: boolean
  /** Whether an API key may have it as a scope. None that asks for the password may. */
  readonly allowsKeys: boolean
}

interface FullRule {
  readonly least: AccessLevel
  readonly recentPassword?: boolean
  readonly allowsKeys?: boolean
}

type Rule = AccessLevel | FullRule

/** The permissions of one feature, by name. */
export type PermissionTable = Readonly<Record<string, Permission>>

/**
 * The permissions of one feature, from its table of actions and levels. Routes and screens read the same table. With
 * `allowsKeys: false`, for all or for one, they are for people alone.
 */
export function definePermissions<Name extends string>(
  feature: string,
  rules: Readonly<Record<Name, Rule>>,
  { allowsKeys = true } = {},
): Readonly<Record<Name, Permission>> {
  const permissionOf = ([name, rule]: [string, Rule]): [string, Permission] => {
    const given: FullRule = typeof rule === 'string' ? { least: rule } : rule
    const { least, recentPassword = false } = given
    const forKeys = allowsKeys && (given.allowsKeys ?? true) && !recentPassword
    return [name, { action: `${feature}.${name}`, least, recentPassword, allowsKeys: forKeys }]
  }
  return Object.fromEntries(Object.entries<Rule>(rules).map(permissionOf)) as Record<Name, Permission>
}

/** Whether a user, or a program with a key of theirs, may do something. */
export function isAllowed(member: Member, permission: Permission): boolean {
  const isInScope = member.scopes === undefined || member.scopes.includes(permission.action)
  return hasLevel(member, permission.least) && isInScope
}
