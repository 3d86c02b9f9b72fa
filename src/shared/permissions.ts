import { hasRole, type Role } from './roles.ts'

/** Something that users do, and who may do it. */
export interface Permission {
  /** Such as `badges.award`: the feature, and what is done there. */
  readonly action: string
  /** The least role that may do it. */
  readonly least: Role
  /** Whether it also asks for the password when that was last given more than a quarter of an hour ago. */
  readonly recentPassword: boolean
}

type Rule = Role | { readonly least: Role; readonly recentPassword: boolean }

/** The permissions of one feature, from its table of actions and roles. Routes and screens read the same table. */
export function definePermissions<Name extends string>(
  feature: string,
  rules: Readonly<Record<Name, Rule>>,
): Readonly<Record<Name, Permission>> {
  const permissionOf = ([name, rule]: [string, Rule]): [string, Permission] => {
    const { least, recentPassword } = typeof rule === 'string' ? { least: rule, recentPassword: false } : rule
    return [name, { action: `${feature}.${name}`, least, recentPassword }]
  }
  return Object.fromEntries(Object.entries<Rule>(rules).map(permissionOf)) as Record<Name, Permission>
}

/** Whether a role may do something. */
export function isAllowed(role: Role, permission: Permission): boolean {
  return hasRole(role, permission.least)
}
