import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/api-keys.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    'api-keys': typeof texts
  }
}

addBuiltInTexts('api-keys', texts)
