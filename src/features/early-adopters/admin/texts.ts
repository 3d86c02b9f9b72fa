import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/leads.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    leads: typeof texts
  }
}

addBuiltInTexts('leads', texts)
