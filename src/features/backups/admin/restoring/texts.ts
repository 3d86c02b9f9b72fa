import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/backups-restore.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    'backups-restore': typeof texts
  }
}

addBuiltInTexts('backups-restore', texts)
