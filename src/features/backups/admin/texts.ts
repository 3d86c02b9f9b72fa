import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/backups.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    backups: typeof texts
  }
}

addBuiltInTexts('backups', texts)
