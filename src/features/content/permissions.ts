import { definePermissions } from '#shared/permissions.ts'

export const contentPermissions = definePermissions('content', {
  read: 'viewer',
  /** Saves, restores, confirms and has translated. */
  edit: 'translator',
  /** Publishes and unpublishes. */
  publish: 'translator',
  /** Says who translates which text until when. */
  assign: 'editor',
  /** Carries the content to another installation. */
  export: 'editor',
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

/** Brings in content of another installation: what people alone may do. */
export const transferPermissions = definePermissions('content', { import: 'admin' }, { allowsKeys: false })
