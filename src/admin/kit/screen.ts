import type { ComponentType } from 'react'
import type { TextKey } from '#admin/kit/texts/texts.ts'
import type { Permission } from '#shared/permissions.ts'

interface MenuEntry {
  label: TextKey
  /** The entries stand by it; the admin begins at the first. */
  order: number
  /** What the user must be allowed to do for the entry to show. */
  permission: Permission
}

/** A screen of the admin. Each feature lists its own in `admin/screens.ts`. */
export interface AdminScreen {
  /** Below `/admin/`, with `:name` for what varies: `badges/:type`. */
  path: string
  /** Its entry in the sidebar and the search box. */
  menu?: MenuEntry
  /** Fetches its chunk, when it is first opened. */
  load: () => Promise<ComponentType>
}
