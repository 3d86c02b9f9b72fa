import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/notifications.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    notifications: typeof texts
  }
}

addBuiltInTexts('notifications', texts)
