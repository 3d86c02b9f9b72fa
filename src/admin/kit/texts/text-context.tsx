import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { keepChoice } from '#admin/kit/api/cookies.ts'
import { directionOf, type Language, languageCookie } from '#shared/languages.ts'
import { createFormat, type Format } from './format.ts'
import { createTranslate, loadTexts, type Translate } from './texts.ts'
import type { Translations } from './translations.ts'

interface Texts {
  language: Language
  t: Translate
  format: Format
  /** The language whose texts could not be loaded, until another choice succeeds. */
  failed: Language | undefined
  chooseLanguage(language: Language): Promise<void>
}

const TextContext = createContext<Texts | undefined>(undefined)

/** The texts, formats and language of the admin. */
export function useTexts(): Texts {
  const texts = useContext(TextContext)
  if (!texts) throw new Error('useTexts needs a TextProvider above')
  return texts
}

interface TextProviderProps {
  initial: Pick<Translations, 'language' | 'failed'>
  children: ReactNode
}

export function TextProvider({ initial, children }: TextProviderProps) {
  const [{ language, failed }, setLoaded] = useState(initial)

  // Runs before the screens' effects, since their requests depend on the language.
  useLayoutEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }, [language])

  const chooseLanguage = useCallback(async (wanted: Language) => {
    keepChoice(languageCookie, wanted)
    setLoaded(await loadTexts(wanted))
  }, [])

  const texts = useMemo<Texts>(
    () => ({
      language,
      t: createTranslate(language),
      format: createFormat(language),
      failed,
      chooseLanguage,
    }),
    [language, failed, chooseLanguage],
  )
  return <TextContext value={texts}>{children}</TextContext>
}
