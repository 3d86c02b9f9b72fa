import type { FoundDocument } from '#features/documents/contract.ts'
import { documentPath, shorten } from '#features/documents/model.ts'
import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { formatNumeral, nameLanguage } from '#ui/typesetting.ts'
import { SearchForm } from './search-form.tsx'

type Input = PageInput<'document-search'>

/** What a search in the documents has found, each with the passage and its page. */
export function DocumentSearch(input: Input) {
  const { data, language, t } = input
  const { query, found } = data
  return (
    <section className="searching">
      <p className="way">
        <a href={`${pageAddress('docs', input)}#library`}>{t('documents:page.back')}</a>
      </p>
      <h1>{t('documents:search.title')}</h1>
      <p>{t('documents:search.lead', { language: nameLanguage(data.language, language) })}</p>
      <SearchForm input={input} language={data.language} query={query} />
      {query !== '' && (
        <p role="status">
          {found.length > 0
            ? t('documents:search.results', { number: formatNumeral(found.length, language) })
            : t('documents:search.none', { query })}
        </p>
      )}
      {found.length > 0 ? (
        <ol className="found">
          {found.map((one) => (
            <Found key={one.document.slug} found={one} input={input} />
          ))}
        </ol>
      ) : (
        query !== '' && <p>{t('documents:search.noneText')}</p>
      )}
    </section>
  )
}

function Found({ found: { document, passage }, input }: { found: FoundDocument; input: Input }) {
  const { language, t } = input
  const { slug, language_code: code, clean_title: title, description } = document
  const lang = code ?? undefined
  return (
    <li>
      <a href={`/${language}${documentPath(slug)}`}>
        <bdi lang={lang}>{title}</bdi>
      </a>
      {passage ? (
        <>
          <p lang={lang} dir="auto">
            {passage.parts.map(({ text, isMatch }, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence, which never change places
              isMatch ? <mark key={index}>{text}</mark> : text,
            )}
          </p>
          <small>
            <a className="at" href={`/${language}${documentPath(slug)}#page=${passage.page}`}>
              {t('documents:search.page', { number: formatNumeral(passage.page, language) })}
            </a>
          </small>
        </>
      ) : (
        description && (
          <p lang={lang} dir="auto">
            {shorten(description)}
          </p>
        )
      )}
    </li>
  )
}
