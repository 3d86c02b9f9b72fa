import { addBuiltInTexts, type TextKey, type Translate } from '#admin/kit/texts/texts.ts'
import { listKeys } from '#admin/kit/texts/translations.ts'
import texts from '../../../../locales/es/social.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    social: typeof texts
  }
}

addBuiltInTexts('social', texts)

type CodeKey = Extract<
  TextKey,
  `accounts.failures.${string}` | `faults.${string}` | `accounts_screen.faults.${string}`
>
const keys = listKeys(texts)
const isCodeKey = (key: string): key is CodeKey => keys.has(key)

type FigureKey = Extract<TextKey, `post_figures.${string}`>
/** Whether there are words for a figure of a post. */
export const isFigureKey = (key: string): key is FigureKey => keys.has(key)

/** Why an account could not be connected; a general sentence where a newer server knows more reasons than this page. */
export function describeFailure(failure: string | null, t: Translate): string {
  const key = `accounts.failures.${failure}`
  return isCodeKey(key) ? t(key) : t('accounts_screen.connecting.failedText')
}

/** The sentence of a code of our own for why a post was not published; undefined where it is what the platform said. */
export function findOwnSentence(message: string, t: Translate): string | undefined {
  const keys = [`faults.${message}`, message.replace(/^account_/, 'accounts_screen.faults.')]
  const key = keys.find(isCodeKey)
  return key && t(key)
}
