import '#features/documents/admin/texts.ts'
import { useState } from 'react'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type PageUse, PageView } from '#features/documents/admin/parts/pages/page-view.tsx'
import { useDocument, usePublishedDocuments } from '#features/documents/admin/use-documents.ts'
import type { DocumentEntry } from '#features/documents/contract.ts'
import { Cover } from './cover.tsx'
import styles from './inspiration.module.css'
import { type LanguageChoice, LanguageFilter } from './language-filter.tsx'
import { RecentDocuments } from './recent-documents.tsx'

/**
 * The published documents, to leaf through and to take a page of. With `use`, a button hands the page that is shown, its text and
 * its picture to the screen around the panel.
 */
export function InspirationPanel({ use }: { use?: PageUse }) {
  const { t } = useTexts()
  const [chosen, setChosen] = useState<string>()
  return (
    <div className={styles.panel}>
      <div className={styles.choice}>
        <section>
          <h2>{t('library.recent.title')}</h2>
          <RecentDocuments onChoose={setChosen} />
        </section>
        <section>
          <h2>{t('library.pages.list')}</h2>
          <DocumentChoice chosen={chosen} onChoose={setChosen} />
        </section>
      </div>
      {chosen ? (
        <ChosenDocument key={chosen} id={chosen} use={use} />
      ) : (
        <Hint>{t('library.pages.choose')}</Hint>
      )}
    </div>
  )
}

interface DocumentChoiceProps {
  chosen: string | undefined
  onChoose: (id: string) => void
}

function DocumentChoice({ chosen, onChoose }: DocumentChoiceProps) {
  const { t } = useTexts()
  const [language, setLanguage] = useState<LanguageChoice>()
  const [page, setPage] = useState(1)
  const { list, pageSize } = usePublishedDocuments({ language, page })
  return (
    <>
      <LanguageFilter
        value={language}
        onChange={(value) => {
          setLanguage(value)
          setPage(1)
        }}
      />
      {list.isError && !list.data && <LoadFailure query={list} title={t('library.list.failed')} />}
      {list.isPending && <LoadingLines />}
      {list.data?.items.length === 0 && (
        <Hint>{t(language ? 'library.pages.none' : 'library.recent.none')}</Hint>
      )}
      {list.data && list.data.items.length > 0 && (
        <>
          <ul className={styles.documents} aria-busy={list.isFetching}>
            {list.data.items.map((document) => (
              <li key={document.id}>
                <DocumentButton document={document} isChosen={document.id === chosen} onChoose={onChoose} />
              </li>
            ))}
          </ul>
          {list.data.total > pageSize && (
            <Pager {...{ page, pageSize }} total={list.data.total} onPage={setPage} />
          )}
        </>
      )}
    </>
  )
}

interface DocumentButtonProps {
  document: DocumentEntry
  isChosen: boolean
  onChoose: (id: string) => void
}

function DocumentButton({ document, isChosen, onChoose }: DocumentButtonProps) {
  const { t, format } = useTexts()
  const { id, title, cover_url, page_count, mapped_language } = document
  return (
    <button type="button" aria-pressed={isChosen} onClick={() => onChoose(id)}>
      <Cover url={cover_url} />
      <span>
        <bdi lang={mapped_language}>{title}</bdi>
        {page_count !== null && (
          <small>{t('library.list.pages', { number: format.number(page_count) })}</small>
        )}
      </span>
    </button>
  )
}

/** On a narrow window the document is below the list: whoever chooses it gets to see it. */
const show = (section: HTMLElement | null) => {
  if (section && section.getBoundingClientRect().top > window.innerHeight / 2) section.scrollIntoView()
}

function ChosenDocument({ id, use }: { id: string; use: PageUse | undefined }) {
  const { t } = useTexts()
  const query = useDocument(id)
  if (query.isError && !query.data) return <LoadFailure query={query} title={t('library.details.failed')} />
  if (!query.data) return <LoadingLines />
  return (
    <section ref={show} className={styles.chosen}>
      <h2>
        <bdi lang={query.data.mapped_language}>{query.data.title}</bdi>
      </h2>
      <PageView document={query.data} use={use} />
    </section>
  )
}
