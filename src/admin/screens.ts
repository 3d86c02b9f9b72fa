import { type AdminScreen, menuGroups } from '#admin/kit/screen.ts'

const lists = import.meta.glob<readonly AdminScreen[]>('../features/*/admin/screens.ts', {
  eager: true,
  import: 'screens',
})

/** The page that shows the kit's parts to developers. Production builds do not contain it. */
const kitScreens: readonly AdminScreen[] = import.meta.env.DEV
  ? [
      {
        path: 'kit',
        load: async () => (await import('#admin/kit/showcase/showcase-screen.tsx')).ShowcaseScreen,
      },
    ]
  : []

/** The address of the screen that the admin opens with. */
export const firstScreen = '/admin'

/** The screens of all features. */
export const screens = [...Object.values(lists).flat(), ...kitScreens]

const addressOf = (path: string) => (path === '' ? firstScreen : `${firstScreen}/${path}`)

/** The links of the sidebar, in its order. */
export const menu = screens
  .flatMap(({ path, menu }) => (menu ? [{ ...menu, path: addressOf(path) }] : []))
  .sort(
    (one, other) =>
      menuGroups.indexOf(one.group) - menuGroups.indexOf(other.group) || one.order - other.order,
  )

/** What the search box leads to: the links of the sidebar, then the screens that are not in it. */
export const searchable = [
  ...menu,
  ...screens.flatMap(({ path, found }) => (found ? [{ ...found, path: addressOf(path) }] : [])),
]
