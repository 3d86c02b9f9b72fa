import { Link } from 'react-router'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { State, StateMark, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type CheckedPage, indexings, type PageRow } from '#features/seo/prover/contract.ts'
import { languageNames, languages } from '#shared/languages.ts'
import styles from './overview.module.css'
import { writeShown } from './overview-query.ts'
import type { usePages } from './use-site-check.ts'

const symbols = { indexable: 'done', noindex: 'begun', error: 'attention' } as const satisfies Record<
  string,
  StateSymbol
>

/** Each page in each language, and what was found on it; every cell leads to its findings. */
export function PageMatrix({ pages }: { pages: ReturnType<typeof usePages> }) {
  const { t } = useTexts()
  return (
    <>
      <p className={styles.legend}>
        {indexings.map((indexing) => (
          <State key={indexing} symbol={symbols[indexing]} isError={indexing === 'error'}>
            {t(`siteCheck.pages.legend.${indexing}`)}
          </State>
        ))}
      </p>
      <ul className={styles.matrix}>
        {(pages.data ?? []).map((row) => (
          <MatrixRow key={row.path} row={row} />
        ))}
      </ul>
      <MoreButton query={pages}>{t('siteCheck.pages.more')}</MoreButton>
    </>
  )
}

function MatrixRow({ row }: { row: PageRow }) {
  const byLanguage = new Map(row.languages.map((page) => [page.language, page]))
  return (
    <li>
      <span className={styles.path}>
        <bdi dir="ltr">{row.path}</bdi>
      </span>
      <ul className={styles.cells}>
        {languages.map((language) => {
          const page = byLanguage.get(language)
          return <li key={language}>{page && <Cell path={row.path} page={page} />}</li>
        })}
      </ul>
    </li>
  )
}

function Cell({ path, page }: { path: string; page: CheckedPage }) {
  const { t, format } = useTexts()
  const { language, indexing, errors, warnings } = page
  const shown = {
    view: 'findings',
    path,
    language,
    status: 'open',
    severity: undefined,
    rule: undefined,
    ...{ search: '', isFound: false },
  } as const
  const found = errors + warnings
  return (
    <Link
      className={styles.cell}
      data-state={errors > 0 || indexing === 'error' ? 'error' : warnings > 0 ? 'warning' : undefined}
      to={{ search: writeShown(shown).toString() }}
    >
      <VisuallyHidden>
        {t('siteCheck.pages.cell', {
          ...{ page: path, language: languageNames[language] },
          state: t(`siteCheck.pages.legend.${indexing}`),
          ...{ errors: format.number(errors), warnings: format.number(warnings) },
        })}
      </VisuallyHidden>
      <span dir="ltr" aria-hidden="true">
        {language}
      </span>
      <StateMark symbol={symbols[indexing]} />
      {found > 0 && <b aria-hidden="true">{format.number(found)}</b>}
    </Link>
  )
}
