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
import { setZone } from '#admin/kit/moment.ts'
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
  /** The time zone of all times; null for that of the browser. */
  timeZone: string | null
  chooseTimeZone(zone: string | null): void
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

  const [timeZone, setTimeZone] = useState<string | null>(null)
  const chooseTimeZone = useCallback((zone: string | null) => {
    setZone(zone ?? undefined)
    setTimeZone(zone)
  }, [])

  const texts = useMemo<Texts>(
    () => ({
      language,
      t: createTranslate(language),
      format: createFormat(language),
      failed,
      chooseLanguage,
      timeZone,
      chooseTimeZone,
    }),
    [language, failed, chooseLanguage, timeZone, chooseTimeZone],
  )
  return <TextContext value={texts}>{children}</TextContext>
}
