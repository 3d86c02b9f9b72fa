import { addBuiltInTexts, type TextKey, type Translate } from '#admin/kit/texts/texts.ts'
import { listKeys } from '#admin/kit/texts/translations.ts'
import texts from '../../../../locales/es/webhooks.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    webhooks: typeof texts
  }
}

addBuiltInTexts('webhooks', texts)

type EventKey = Extract<TextKey, `webhooks.events.${string}`>
const keys = listKeys(texts)
const isEventKey = (key: string): key is EventKey => keys.has(key)

/** What a kind of event is called; its type where a newer server knows more than this page. */
export function nameEvent(type: string, t: Translate): string {
  const key = `webhooks.events.${type}`
  return isEventKey(key) ? t(key) : type
}
