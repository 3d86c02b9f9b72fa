/** The screens the sidebar links, in its order; the first is where the admin begins. */
export const screens = [
  { path: '/admin/content', label: 'content.title' },
  { path: '/admin/early-adopters', label: 'people.title' },
] as const
