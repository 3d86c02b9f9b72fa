import type { AdminScreen } from '#admin/kit/screen.ts'

const lists = import.meta.glob<readonly AdminScreen[]>('../features/*/admin/screens.ts', {
  eager: true,
  import: 'screens',
})

/** The page that shows the kit's parts to developers. A build for production leaves it out. */
const kitScreens: readonly AdminScreen[] = import.meta.env.DEV
  ? [
      {
        path: 'kit',
        load: async () => (await import('#admin/kit/showcase/showcase-screen.tsx')).ShowcaseScreen,
      },
    ]
  : []

/** The screens of all features. */
export const screens = [...Object.values(lists).flat(), ...kitScreens]

/** What the sidebar links, in its order; the first is where the admin begins. */
export const menu = screens
  .flatMap(({ path, menu }) => (menu ? [{ ...menu, path: `/admin/${path}` }] : []))
  .sort((one, other) => one.order - other.order)
