import { documentPath, downloadPath, picturePath } from '#features/documents/model.ts'
import { languageNames } from '#shared/languages.ts'
import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { formatDate, formatNumeral, nameLanguage, siteLocale } from '#ui/typesetting.ts'

type Input = PageInput<'document'>

/** The page of a document: what it is, its first pages, its contents, and the check of a copy. */
export function DocumentPage(input: Input) {
  const { data, t } = input
  return (
    <>
      <Opening input={input} />
      {data.pictures > 0 && (
        <section className="entry">
          <p className="margin">
            <b>{t('documents:page.preview.label')}</b>
            {t('documents:page.preview.note')}
          </p>
          <Preview input={input} />
        </section>
      )}
      {data.variants.length > 0 && (
        <section className="entry" id="translations">
          <p className="margin">
            <b>{t('documents:family.label')}</b>
            {t('documents:family.note')}
          </p>
          <Variants input={input} />
        </section>
      )}
      {data.outline.length > 0 && (
        <section className="entry">
          <p className="margin">
            <b>{t('documents:page.outline.label')}</b>
            {t('documents:page.outline.note')}
          </p>
          <Outline input={input} />
        </section>
      )}
      <section className="entry" id="check">
        <p className="margin">
          <b>{t('documents:page.check.label')}</b>
          {t('documents:page.check.note')}
        </p>
        <CopyCheck input={input} />
      </section>
    </>
  )
}

function Opening({ input }: { input: Input }) {
  const { data, assets, t } = input
  const { clean_title: title, language_code: code, description, slug, name, dangers } = data
  return (
    <section className="document">
      <div>
        <p className="way">
          <a href={`${pageAddress('docs', input)}#library`}>{t('documents:page.back')}</a>
        </p>
        <h1 lang={code ?? undefined} dir="auto">
          {title}
        </h1>
        <Offer input={input} />
        {description && (
          <p className="lead" lang={code ?? undefined} dir="auto">
            {description}
          </p>
        )}
        <p className="acts" data-island={assets.documents}>
          {/* Without scripts, it leads to the pictures of the first pages. */}
          <a
            className="button"
            id="read"
            href="#page=1"
            data-url={downloadPath(slug)}
            data-name={name}
            data-title={title}
            data-language={code ?? undefined}
          >
            {t('documents:page.read')}
          </a>
          <a className="button" href={downloadPath(slug)} target="_blank" rel="noopener">
            {t('documents:page.open')}
            <span className="unseen"> {t('site:resources.new_tab')}</span>
          </a>
          <a className="button" href={downloadPath(slug)} download={name}>
            {t('documents:page.download')}
          </a>
        </p>
        {dangers.length > 0 && <p className="warning">{t('documents:page.warning')}</p>}
        <Facts input={input} />
      </div>
      {data.has_cover && (
        <img
          className="cover"
          src={picturePath(slug, 'cover-480.webp')}
          alt=""
          width="480"
          decoding="async"
        />
      )}
    </section>
  )
}

/** What a visitor is told whose language is not that of the document. */
function Offer({ input: { data, language, t } }: { input: Input }) {
  const { language_code: code, variants } = data
  if (code === null || code === language) return null
  const own = variants.find((one) => one.language === language)
  if (own) {
    return (
      <p className="offer">
        {t('documents:family.here')}{' '}
        <a href={`/${language}${documentPath(own.slug)}`}>
          <bdi>{own.title}</bdi>
        </a>
      </p>
    )
  }
  const names = [code, ...variants.map((one) => one.language)].map((one) => nameLanguage(one, language))
  return (
    <p className="offer">
      {t('documents:family.only', { languages: new Intl.ListFormat(siteLocale(language)).format(names) })}
    </p>
  )
}

function Variants({ input: { data, language } }: { input: Input }) {
  return (
    <ul className="variants">
      {data.variants.map(({ slug, title, language: code }) => (
        <li key={slug}>
          <a href={`/${language}${documentPath(slug)}`} hrefLang={code} lang={code}>
            <b>{languageNames[code]}</b> <bdi>{title}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Facts({ input: { data, language, t } }: { input: Input }) {
  const { language_code: code, category, page_count: pages, size, published_at, lastModified } = data
  const facts: [name: string, value: string, time?: string][] = [
    [t('documents:page.facts.language'), code ? languageNames[code] : t('documents:universal')],
    [t('documents:category.label'), t(`documents:categories.${category}`)],
    ...(pages === null
      ? []
      : [[t('documents:page.facts.pages'), formatNumeral(pages, language)] satisfies [string, string]]),
    [t('documents:page.facts.size'), formatFileSize(size, siteLocale(language))],
    [t('documents:page.facts.published'), formatDate(new Date(published_at), language), published_at],
    [t('documents:page.facts.changed'), formatDate(new Date(lastModified), language), lastModified],
  ]
  return (
    <dl className="sheet">
      {facts.map(([name, value, time]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{time ? <time dateTime={time}>{value}</time> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Preview({ input: { data, language, t } }: { input: Input }) {
  const { pictures, slug, clean_title: title } = data
  return (
    <ol className="leaves">
      {Array.from({ length: pictures }, (_, index) => index + 1).map((number) => (
        <li key={number} id={`page=${number}`}>
          <img
            src={picturePath(slug, `page-${number}.webp`)}
            alt={t('documents:page.preview.alt', { number: formatNumeral(number, language), title })}
            width="1000"
            loading="lazy"
            decoding="async"
          />
        </li>
      ))}
    </ol>
  )
}

/** How many entries of a table of contents are shown before the rest is asked for. */
const shownEntries = 12

function Outline({ input }: { input: Input }) {
  const { data, assets, language, t } = input
  const { outline } = data
  // A rest of a few entries is not worth a press.
  const shown = outline.length > shownEntries * 1.5 ? shownEntries : outline.length
  const number = formatNumeral(outline.length - shown, language)
  return (
    <div className="section-body" data-island={assets.documents}>
      <OutlineEntries input={input} entries={outline.slice(0, shown)} />
      {shown < outline.length && (
        <details className="rest">
          <summary>{t('documents:page.outline.more', { number })}</summary>
          <OutlineEntries input={input} entries={outline.slice(shown)} />
        </details>
      )}
    </div>
  )
}

function OutlineEntries({
  input: { data, language },
  entries,
}: {
  input: Input
  entries: Input['data']['outline']
}) {
  const { slug, language_code: code } = data
  return (
    <ol className="outline" lang={code ?? undefined}>
      {entries.map(({ title, page, level }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own and never change places
        <li key={index} data-level={Math.min(level, 3)}>
          {page === null ? (
            <bdi>{title}</bdi>
          ) : (
            <a href={`${downloadPath(slug)}#page=${page}`}>
              <bdi>{title}</bdi>
              <span>{formatNumeral(page, language)}</span>
            </a>
          )}
        </li>
      ))}
    </ol>
  )
}

/** A file is compared in the browser; without scripts, whoever knows how compares the fingerprint. */
function CopyCheck({ input: { data, assets, t } }: { input: Input }) {
  return (
    <div className="section-body check" data-island={assets.documents}>
      <h2>{t('documents:page.check.title')}</h2>
      <p>{t('documents:page.check.text')}</p>
      <p className="digest">
        <code dir="ltr">{data.digest}</code>
      </p>
      <label className="button">
        {t('documents:page.check.choose')}
        <input
          id="copy"
          type="file"
          accept="application/pdf,.pdf"
          data-digest={data.digest}
          data-reading={t('documents:page.check.reading')}
          data-same={t('documents:page.check.same')}
          data-other={t('documents:page.check.other')}
          data-failed={t('documents:page.check.failed')}
        />
      </label>
      <p className="verdict" role="status" />
    </div>
  )
}
