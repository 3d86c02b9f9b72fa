import type { SearchSource } from '#admin/kit/search.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { contentKeys } from '#features/content/contract.ts'

export const search: SearchSource = {
  order: 10,
  list: (t) =>
    contentKeys.map((key) => ({
      id: key,
      group: 'content',
      label: contentTitle(key, t),
      detail: key,
      to: `/admin/content/${key}`,
    })),
}
