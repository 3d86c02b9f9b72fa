import { longestQuery } from '#features/documents/contract.ts'
import { searchPath } from '#features/documents/model.ts'
import type { Language } from '#shared/languages.ts'
import type { PageInput } from '#site/contract.ts'

interface SearchFormProps {
  input: Pick<PageInput, 'language' | 't'>
  /** The language of the documents. */
  language: Language
  query?: string
}

/** The search in documents, which works without scripts. */
export function SearchForm({ input, language, query = '' }: SearchFormProps) {
  const { t } = input
  return (
    <search>
      <form className="seek" action={`/${input.language}${searchPath}`}>
        <label htmlFor="q">{t('documents:search.label')}</label>
        <div>
          <input
            id="q"
            type="search"
            name="q"
            defaultValue={query}
            maxLength={longestQuery}
            required
            dir="auto"
          />
          {language !== input.language && <input type="hidden" name="language" value={language} />}
          <button className="button" type="submit">
            {t('documents:search.submit')}
          </button>
        </div>
      </form>
    </search>
  )
}
