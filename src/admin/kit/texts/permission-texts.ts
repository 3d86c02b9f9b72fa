import texts from '../../../../locales/es/permissions.json'
import { addBuiltInTexts, type TextKey, type Translate } from './texts.ts'
import { listKeys } from './translations.ts'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    permissions: typeof texts
  }
}

addBuiltInTexts('permissions', texts)

type PermissionKey = Extract<TextKey, `actions.${string}` | `features.${string}`>
const keys = listKeys(texts)
const isPermissionKey = (key: string): key is PermissionKey => keys.has(key)

/** What an action is called, by its feature and name; the action itself where a newer server knows more than this page. */
export function nameAction(action: string, t: Translate): string {
  const key = `actions.${action}`
  return isPermissionKey(key) ? t(key) : action
}

/** What the area of a feature is called. */
export function nameArea(feature: string, t: Translate): string {
  const key = `features.${feature}`
  return isPermissionKey(key) ? t(key) : feature
}
