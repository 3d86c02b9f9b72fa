import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/site-check.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    'site-check': typeof texts
  }
}

addBuiltInTexts('site-check', texts)
