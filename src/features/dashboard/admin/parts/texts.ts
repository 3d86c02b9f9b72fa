import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/dashboard.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    dashboard: typeof texts
  }
}

addBuiltInTexts('dashboard', texts)
