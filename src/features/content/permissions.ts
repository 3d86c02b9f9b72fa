import { definePermissions } from '#shared/permissions.ts'

export const contentPermissions = definePermissions('content', {
  read: 'viewer',
  /** Saves, restores, confirms and has translated. */
  edit: 'translator',
  /** Publishes and unpublishes. */
  publish: 'translator',
  /** Says who translates which text until when. */
  assign: 'editor',
})

/** What people alone may do, and no program. */
export const translationPermissions = definePermissions(
  'content',
  {
    /** Tries the service that translates. */
    testTranslation: 'admin',
  },
  { allowsKeys: false },
)
