import type { ComponentType } from 'react'
import type { TextKey } from '#admin/kit/texts/texts.ts'
import type { Permission } from '#shared/permissions.ts'

/** A screen under its name, for those who may open it. */
interface ScreenLink {
  label: TextKey
  /** The permission that a user needs to see the entry; without one, everybody sees it. */
  permission?: Permission
}

/** The groups of the menu, in its order. */
export const menuGroups = ['overview', 'site', 'people', 'mail', 'system'] as const
export type MenuGroup = (typeof menuGroups)[number]

interface MenuEntry extends ScreenLink {
  group: MenuGroup
  /** The position within the group. */
  order: number
}

/** A screen of the admin. Each feature lists its own in `admin/screens.ts`. */
export interface AdminScreen {
  /** The path below `/admin/`, with parameters as in `badges/:type`; empty for the start screen. */
  path: string
  /** Its entry in the sidebar and the search box. */
  menu?: MenuEntry
  /** Its entry in the search box alone. */
  found?: ScreenLink
  /** Loads its chunk when it is first opened. */
  load: () => Promise<ComponentType>
}

/** A screen that needs no sign-in. Each feature lists its own in `admin/open-screens.ts`. */
export interface OpenScreen {
  /** The path of its address, which the server answers with the document of the admin. */
  path: string
  /** Loads its chunk when it is opened. */
  load: () => Promise<ComponentType>
}

/** A notice above the first screen. Each feature lists its own in `admin/notices.ts`. */
export interface AdminNotice {
  /** The permission that a user needs to see it. */
  permission: Permission
  /** Draws nothing while there is nothing to say. */
  Notice: ComponentType
}

/** A warning above every screen. Each feature lists its own in `admin/warnings.ts`. */
export interface AdminWarning {
  /** The permission that a user needs to see it. */
  permission: Permission
  /** Loads its chunk; it draws nothing while there is nothing to say. */
  load: () => Promise<ComponentType>
}
