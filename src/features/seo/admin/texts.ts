import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/seo.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    seo: typeof texts
  }
}

addBuiltInTexts('seo', texts)
