import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/settings.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    settings: typeof texts
  }
}

addBuiltInTexts('settings', texts)
