import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/badge-admin.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    'badge-admin': typeof texts
  }
}

addBuiltInTexts('badge-admin', texts)
