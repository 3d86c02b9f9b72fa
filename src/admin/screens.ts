import type { AdminScreen } from '#admin/kit/screen.ts'

const lists = import.meta.glob<readonly AdminScreen[]>('../features/*/admin/screens.ts', {
  eager: true,
  import: 'screens',
})

/** The screens of all features. */
export const screens = Object.values(lists).flat()

/** What the sidebar links, in its order; the first is where the admin begins. */
export const menu = screens
  .flatMap(({ path, menu }) => (menu ? [{ ...menu, path: `/admin/${path}` }] : []))
  .sort((one, other) => one.order - other.order)
