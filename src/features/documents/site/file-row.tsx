import type { LibraryEntry } from '#features/documents/contract.ts'
import { documentPath, picturePath, shorten } from '#features/documents/model.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import type { PageInput } from '#site/contract.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { formatDate, formatNumeral, siteLocale } from '#ui/typesetting.ts'

interface FileRowProps {
  file: LibraryEntry
  /** The language of the list. */
  listed: Language
  input: PageInput
}

/** A document in the public list. */
export function FileRow({ file, listed, input }: FileRowProps) {
  const { language, t } = input
  const { slug, language_code: code, clean_title: title, description, page_count: pages } = file
  return (
    <li>
      <span className="thumb">
        {file.has_cover && (
          <img src={picturePath(slug, 'cover-160.webp')} alt="" width="160" loading="lazy" decoding="async" />
        )}
      </span>
      <div>
        <a className="name" href={`/${language}${documentPath(slug)}`}>
          <bdi lang={code ?? undefined}>{title}</bdi>
        </a>
        {file.is_featured && <b>{t('documents:featured')}</b>}
        <small>
          <bdi lang={description && code ? code : undefined}>
            {description ? shorten(description) : file.name}
          </bdi>
        </small>
        {pages !== null && <small>{t('documents:pages', { number: formatNumeral(pages, language) })}</small>}
        <Variants {...{ file, listed, input }} />
      </div>
      <span lang={code ?? undefined}>{code ? languageNames[code] : t('documents:universal')}</span>
      <time dateTime={file.lastModified}>{formatDate(new Date(file.lastModified), language)}</time>
      <span>{formatFileSize(file.size, siteLocale(language))}</span>
    </li>
  )
}

/** The other languages of a document; of one that stands in for the language of the list, all in which there is one. */
function Variants({ file, listed, input: { language, t } }: FileRowProps) {
  const { language_code: code, variants, slug, clean_title: title } = file
  const standsIn = code !== null && code !== listed
  if (variants.length === 0 && !standsIn) return null
  const linked = standsIn ? [{ slug, title, language: code }, ...variants] : variants
  return (
    <div className="variants">
      {standsIn && <span>{t('documents:family.notYet')}</span>}
      <span>{t(standsIn ? 'documents:family.available' : 'documents:family.also')}</span>
      <ul>
        {linked.map((one) => (
          <li key={one.slug}>
            <a
              href={`/${language}${documentPath(one.slug)}`}
              hrefLang={one.language}
              lang={one.language}
              title={one.title}
            >
              {languageNames[one.language]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
