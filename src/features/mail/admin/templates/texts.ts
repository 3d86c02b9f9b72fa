import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/email-templates.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    'email-templates': typeof texts
  }
}

addBuiltInTexts('email-templates', texts)
