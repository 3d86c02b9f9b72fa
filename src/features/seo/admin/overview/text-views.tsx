import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Detail, Tag } from '#admin/kit/layout/hint.tsx'
import { SelectFilter } from '#admin/kit/list/filters.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { CheckedPage } from '#features/seo/prover/contract.ts'
import { descriptionWidth, titleWidth } from '#features/seo/prover/model.ts'
import { directionOf, isLanguage, languageNames, languages } from '#shared/languages.ts'
import styles from './overview.module.css'
import type { Shown } from './overview-query.ts'
import type { usePages } from './use-site-check.ts'

export interface TextViewProps {
  pages: ReturnType<typeof usePages>
  shown: Shown
  change: (next: Partial<Shown>) => void
}

/** The rows of the language that is chosen, or of that of the panel. */
function useChosen({ pages, shown }: TextViewProps) {
  const { language: own } = useTexts()
  const language = shown.language ?? own
  return {
    language,
    rows: (pages.data ?? []).flatMap((row) => row.languages.filter((page) => page.language === language)),
  }
}

function LanguageChoice({ shown, change, language }: TextViewProps & { language: string }) {
  const { t } = useTexts()
  return (
    <SelectFilter
      label={t('siteCheck.findings.language')}
      any={languageNames[isLanguage(language) ? language : 'en']}
      options={languages
        .filter((code) => code !== language)
        .map((value) => ({ value, label: languageNames[value] }))}
      value={shown.language === language ? '' : (shown.language ?? '')}
      onChange={(value) => change({ language: isLanguage(value) ? value : undefined })}
    />
  )
}

/** Titles and descriptions, with how much of what results show they take. */
export function TextView(props: TextViewProps) {
  const { t } = useTexts()
  const { language, rows } = useChosen(props)
  return (
    <>
      <ButtonRow>
        <LanguageChoice {...props} language={language} />
      </ButtonRow>
      <ul className={styles.texts}>
        {rows.map((page) => (
          <li key={page.address}>
            <a href={page.address} dir="ltr" target="_blank" rel="noreferrer">
              {page.address}
            </a>
            <Measured
              name={t('siteCheck.texts.title')}
              measured={page.title}
              most={titleWidth.most}
              page={page}
            />
            <Measured
              name={t('siteCheck.texts.description')}
              measured={page.description}
              most={descriptionWidth.most}
              page={page}
            />
          </li>
        ))}
      </ul>
      <MoreButton query={props.pages}>{t('siteCheck.pages.more')}</MoreButton>
    </>
  )
}

interface MeasuredProps {
  name: string
  measured: CheckedPage['title']
  most: number
  page: CheckedPage
}

function Measured({ name, measured: { text, characters, pixels }, most, page }: MeasuredProps) {
  const { t, format } = useTexts()
  return (
    <div className={styles.measured}>
      <b>{name}</b>
      {text === null ? (
        <span>{t('siteCheck.texts.missing')}</span>
      ) : (
        <span lang={page.language} dir={directionOf(page.language)}>
          {text}
        </span>
      )}
      <meter
        aria-label={name}
        min={0}
        max={most}
        value={Math.min(pixels, most)}
        data-over={pixels > most || undefined}
      />
      <Detail isError={pixels > most}>
        {t('siteCheck.texts.length', {
          characters: format.number(characters),
          pixels: format.number(pixels),
          most: format.number(most),
        })}
      </Detail>
    </div>
  )
}

/** The types of structured data of each page. */
export function StructureView(props: TextViewProps) {
  const { t } = useTexts()
  const { language, rows } = useChosen(props)
  return (
    <>
      <ButtonRow>
        <LanguageChoice {...props} language={language} />
      </ButtonRow>
      <ul className={styles.texts}>
        {rows.map((page) => (
          <li key={page.address}>
            <a href={page.address} dir="ltr" target="_blank" rel="noreferrer">
              {page.address}
            </a>
            <p className={styles.types} dir="ltr">
              {page.types.length === 0
                ? t('siteCheck.data.none')
                : page.types.map((type) => <Tag key={type}>{type}</Tag>)}
            </p>
          </li>
        ))}
      </ul>
      <MoreButton query={props.pages}>{t('siteCheck.pages.more')}</MoreButton>
    </>
  )
}
