import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/email-metrics.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    'email-metrics': typeof texts
  }
}

addBuiltInTexts('email-metrics', texts)
