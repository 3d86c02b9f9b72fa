import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/audit.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    audit: typeof texts
  }
}

addBuiltInTexts('audit', texts)
