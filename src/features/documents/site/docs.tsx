import type { ReactNode } from 'react'
import { documentCategories, documentSorts, type LibraryState } from '#features/documents/contract.ts'
import { GuideList } from '#features/guides/site/parts/guide-list.tsx'
import { languageNames, languages } from '#shared/languages.ts'
import type { PageInput } from '#site/contract.ts'
import { Rosette } from '#ui/engraving.tsx'
import { formatNumeral } from '#ui/typesetting.ts'
import { Drawer } from './drawer.tsx'
import { FileRow } from './file-row.tsx'
import { addressOf, pageOf } from './library-address.ts'
import { LibraryPages } from './library-pages.tsx'
import { SearchForm } from './search-form.tsx'

interface LibraryProps {
  input: PageInput
  library: LibraryState
}

function LanguageTabs({ input, library }: LibraryProps) {
  const { language, t } = input
  const counts = 'counts' in library ? library.counts : {}
  return (
    <nav className="tabs" aria-label={t('documents:languages')}>
      <ul>
        {languages.map((code) => (
          <li key={code}>
            <a
              href={addressOf({ ...library, language: code, page: 1 }, input)}
              aria-current={code === library.language ? 'true' : undefined}
            >
              <span lang={code}>{languageNames[code]}</span>
              {counts[code] ? <small> {formatNumeral(counts[code], language)}</small> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SortLinks({ input, library }: LibraryProps) {
  const { t } = input
  return (
    <nav className="sorts" aria-labelledby="sort">
      <span id="sort">{t('documents:sort.label')}</span>
      <ul>
        {documentSorts.map((sort) => (
          <li key={sort}>
            <a
              href={addressOf({ ...library, sort, page: 1 }, input)}
              aria-current={sort === library.sort ? 'true' : undefined}
            >
              {t(`documents:sort.${sort}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function CategoryLinks({ input, library }: LibraryProps) {
  const { t } = input
  return (
    <nav className="sorts" aria-labelledby="category">
      <span id="category">{t('documents:category.label')}</span>
      <ul>
        {[undefined, ...documentCategories].map((category) => (
          <li key={category ?? 'any'}>
            <a
              href={addressOf({ ...library, category, page: 1 }, input)}
              aria-current={category === library.category ? 'true' : undefined}
            >
              {t(category ? `documents:categories.${category}` : 'documents:category.any')}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Notice({ drawer, children }: { drawer: ReactNode; children: ReactNode }) {
  return (
    <div className="notice">
      {drawer}
      <div>{children}</div>
    </div>
  )
}

function LibraryContents({ input, library }: LibraryProps) {
  const { language, t } = input
  if ('failure' in library) {
    const { status, detail } = library.failure
    return (
      <Notice drawer={<Drawer label={formatNumeral(status, language)} />}>
        <h3>{t('documents:failed.title')}</h3>
        <p>{detail}</p>
        <p>
          {/* Without an anchor: a link to a place on the page that is open would load nothing. */}
          <a className="button" href={pageOf(library, input)}>
            {t('documents:failed.retry')}
          </a>
        </p>
        <small>{t('documents:failed.status', { status: formatNumeral(status, language) })}</small>
      </Notice>
    )
  }
  const { documents, counts } = library
  if (documents.length === 0 && library.category && counts[library.language]) {
    return (
      <>
        <CategoryLinks input={input} library={library} />
        <p className="none">{t('documents:empty.category')}</p>
      </>
    )
  }
  if (documents.length === 0) {
    const others = languages.filter((code) => counts[code])
    return (
      <Notice drawer={<Drawer label={languageNames[library.language]} empty />}>
        <h3>{t('documents:empty.title')}</h3>
        <p>{t(others.length > 0 ? 'documents:empty.elsewhere' : 'documents:empty.nowhere')}</p>
        <ul>
          {others.map((code) => (
            <li key={code}>
              <a href={addressOf({ ...library, language: code, page: 1 }, input)} lang={code}>
                {languageNames[code]}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    )
  }
  return (
    <>
      <CategoryLinks input={input} library={library} />
      <SortLinks input={input} library={library} />
      <ol className="files">
        {documents.map((file) => (
          <FileRow key={file.path} file={file} listed={library.language} input={input} />
        ))}
      </ol>
      <LibraryPages input={input} library={library} />
    </>
  )
}

/** Whether there is anything to search in. */
const hasDocuments = (library: LibraryState): boolean =>
  'counts' in library && Object.values(library.counts).some((count) => count > 0)

/** The documentation page: the public documents in a language. */
export function Docs(input: PageInput<'docs'>) {
  const { data: library, t } = input
  return (
    <>
      <section className="opening">
        <Rosette />
        <h1>{t('documents:title')}</h1>
        <p className="lead">{t('documents:lead')}</p>
      </section>
      <section className="entry" id="guides">
        <p className="margin">
          <b>{t('guides:list.label')}</b>
          {t('guides:list.note')}
        </p>
        <div className="section-body">
          <h2>{t('guides:list.title')}</h2>
          <GuideList {...input} />
        </div>
      </section>
      {library && (
        <section className="entry" id="library">
          <p className="margin">
            <b>{t('documents:label')}</b>
            {t('documents:note')}
          </p>
          <div className="section-body">
            <h2 lang={library.language}>{languageNames[library.language]}</h2>
            {hasDocuments(library) && <SearchForm input={input} language={library.language} />}
            <LanguageTabs input={input} library={library} />
            <LibraryContents input={input} library={library} />
          </div>
        </section>
      )}
      <section className="entry">
        <p className="margin">
          <b>{t('documents:api.label')}</b>
          {t('documents:api.note')}
        </p>
        <div className="section-body">
          <h2>{t('documents:api.title')}</h2>
          <p className="statement">{t('documents:api.text')}</p>
          <p>
            <a className="button" href="/api" target="_blank" rel="noopener">
              {t('documents:api.link')}
              <span className="unseen"> {t('site:resources.new_tab')}</span>
            </a>
          </p>
        </div>
      </section>
    </>
  )
}
