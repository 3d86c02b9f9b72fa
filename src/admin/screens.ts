/** The screens the sidebar links, in its order; the first is where the admin begins. */
export const screens = [
  { path: '/admin/content', label: 'content.title' },
  { path: '/admin/early-adopters', label: 'people.title' },
  { path: '/admin/badges', label: 'badges.title' },
  { path: '/admin/email/campaigns', label: 'campaigns.title' },
  { path: '/admin/email/templates', label: 'emailTemplates.title' },
  { path: '/admin/email-metrics', label: 'metrics.title' },
] as const
