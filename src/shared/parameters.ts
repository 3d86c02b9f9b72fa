import { z } from 'zod'
import { languages } from './languages.ts'

/** One of the languages of the site, by its code. */
export const LanguageCode = z.enum(languages, 'language_unknown')

/** The parameters of a path that names one thing by its id. */
export const byId = z.object({ id: z.uuid().toLowerCase() })
