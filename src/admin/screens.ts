/** The screens the sidebar links, in its order; the first is where the admin begins. */
export const screens = [
  { path: '/admin/content', label: 'content.title' },
  { path: '/admin/early-adopters', label: 'people.title' },
  { path: '/admin/badges', label: 'screens.badges' },
  { path: '/admin/email/campaigns', label: 'screens.campaigns' },
  { path: '/admin/email/templates', label: 'screens.emailTemplates' },
  { path: '/admin/email-metrics', label: 'screens.emailMetrics' },
] as const
