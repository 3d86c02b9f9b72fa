import { definePermissions } from '#shared/permissions.ts'

export const seoPermissions = definePermissions('seo', {
  /** How search engines see the site. */
  read: 'viewer',
  /** Has the pages of the site checked. */
  check: 'editor',
  /** Tells search engines of changed addresses. */
  submit: 'editor',
  /** Changes where former addresses lead to. */
  redirect: 'editor',
  /** Changes what search engines are told of the site. */
  change: 'admin',
})
