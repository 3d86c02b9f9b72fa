import type { OpenScreen } from '#admin/kit/screen.ts'

const lists = import.meta.glob<readonly OpenScreen[]>('../features/*/admin/open-screens.ts', {
  eager: true,
  import: 'openScreens',
})

/** The screens of all features that need no sign-in. */
export const openScreens = Object.values(lists).flat()
