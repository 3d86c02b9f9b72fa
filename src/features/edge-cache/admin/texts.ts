import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/edge-cache.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    'edge-cache': typeof texts
  }
}

addBuiltInTexts('edge-cache', texts)
