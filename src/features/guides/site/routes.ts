import { guideNames } from '#features/guides/contract.ts'
import type { PublicPage } from '#site/contract.ts'

export const pages: readonly PublicPage[] = guideNames.map((name) => ({
  name,
  path: `/docs/${name}`,
  metadata: `guides:${name}.meta`,
  reads: [],
  kind: 'TechArticle',
}))
