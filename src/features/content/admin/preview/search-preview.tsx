import { Box, Flex, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Text.layer.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { TextFields } from '#features/content/admin/drafts/edits.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import type { ContentKey } from '#features/content/contract.ts'
import { previewCardPath, SearchResult } from '#features/previews/contract.ts'
import { directionOf, type Language } from '#shared/languages.ts'
import styles from './search-preview.module.css'
import { descriptionWidth, fitToWidth, listBreadcrumb, type Measure, titleWidth } from './search-result.ts'
import { describePreviewError, type FollowedPreview } from './use-previewer.ts'

interface SearchPreviewProps {
  contentKey: ContentKey
  language: Language
  fields: TextFields
  /** The preview that the picture is drawn from; undefined for viewers, who get no picture. */
  preview: FollowedPreview | undefined
  /** Told whether the picture is shown, for which a preview is needed. */
  onShare: (isShown: boolean) => void
}

/** The page as a search result and as a shared link, with the current search fields. */
export function SearchPreview({ contentKey, language, fields, preview, onShare }: SearchPreviewProps) {
  const { t } = useTexts()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['content', 'search-result', contentKey, language],
    queryFn: ({ signal }) =>
      api.get(`/api/content/${contentKey}/search-result?language=${language}`, SearchResult, signal),
  })
  if (error && !data) return <Hint>{t('found.failed', { reason: describeError(error, t) })}</Hint>
  if (!data) return <Skeleton height={160} />

  const isSource = data.source === contentKey
  const source = contentTitle(data.source, t)
  const title = (isSource && fields.seo_title.trim()) || data.title
  const description = (isSource && fields.seo_description.trim()) || data.description
  const own = { lang: language, dir: directionOf(language) }
  return (
    <Flex direction="column" gap="0.75rem">
      {!isSource && (
        <Hint>
          {t('found.elsewhere', { text: source })}{' '}
          <Link to={`/admin/content/${data.source}?language=${language}`}>
            {t('found.open', { text: source })}
          </Link>
        </Hint>
      )}
      <h3 className={styles.heading}>{t('found.title')}</h3>
      <Result {...data} {...own} lang={language} title={title} description={description} />
      {isSource && !(fields.seo_title.trim() && fields.seo_description.trim()) && (
        <Hint>{t('found.builtIn')}</Hint>
      )}
      <details className={styles.shared} onToggle={(event) => onShare(event.currentTarget.open)}>
        <summary>{t('shared.title')}</summary>
        <figure className={styles.card}>
          {preview && (
            <Picture
              preview={preview}
              words={`${language} ${title} ${description}`}
              fields={fields}
              title={title}
            />
          )}
          <figcaption className={styles.cardText} {...own}>
            <Box component="small" dir="ltr" display="block" c="dimmed" fz="xs">
              {new URL(data.url).host}
            </Box>
            <Box component="b" display="block" c="bright">
              {title}
            </Box>
            {description}
          </figcaption>
        </figure>
      </details>
    </Flex>
  )
}

interface ResultProps extends Pick<SearchResult, 'url' | 'site_name' | 'title' | 'description'> {
  lang: Language
  dir: 'ltr' | 'rtl'
}

function Result({ url, site_name, title, description, lang, dir }: ResultProps) {
  const { t } = useTexts()
  const shownTitle = fitToWidth(title, titleWidth, lang, measureTitle)
  const shownText = fitToWidth(description, descriptionWidth, lang, measureText)
  return (
    <>
      <div className={styles.result} lang={lang} dir={dir}>
        <Flex gap="0.6rem" align="center" mb="0.35rem" fz="0.8125rem" lh={1.35}>
          <img src="/icon-192.png" alt="" width="24" height="24" />
          <Box miw={0}>
            {site_name}
            <Text truncate component="span" display="block" c="dimmed" fz="xs" lh={1.35} dir="ltr">
              {listBreadcrumb(url).join(' › ')}
            </Text>
          </Box>
        </Flex>
        <Box component="p" c="bright" fz="1.125rem" lh={1.3}>
          {shownTitle.text}
        </Box>
        <Box component="p" mt="0.2rem" fz="sm" lh={1.5}>
          {shownText.text}
        </Box>
      </div>
      {shownTitle.isCut && <Hint>{t('found.titleCut')}</Hint>}
      {shownText.isCut && <Hint>{t('found.descriptionCut')}</Hint>}
    </>
  )
}

interface PictureProps {
  preview: FollowedPreview
  /** All that the picture shows. */
  words: string
  fields: TextFields
  title: string
}

/** The picture, drawn by the server from the preview; drawn again only if it would differ. */
function Picture({ preview: { made, isMaking, error }, words, fields, title }: PictureProps) {
  const { t, format } = useTexts()
  const [drawn, setDrawn] = useState<{ words: string; src: string }>()
  const [settled, setSettled] = useState<{ src: string; failed: boolean }>()
  // Wait for a preview of the current words, and draw again only if they have changed.
  const isMade =
    made?.text.seo_title === fields.seo_title && made.text.seo_description === fields.seo_description
  if (made && isMade && !isMaking && drawn?.words !== words) {
    setDrawn({ words, src: previewCardPath(new URL(made.link.url).pathname) })
  }
  let state: ReactNode = null
  if (error !== undefined)
    state = t('shared.failed', { reason: describePreviewError(error, { t, format, fields }) })
  else if (!drawn || drawn.words !== words || settled?.src !== drawn.src) state = t('shared.making')
  else if (settled.failed) state = t('shared.failed', { reason: t('errors.api') })
  return (
    <div className={styles.picture}>
      {drawn && (
        <img
          src={drawn.src}
          width="1200"
          height="630"
          alt={t('shared.picture', { title })}
          onLoad={() => setSettled({ src: drawn.src, failed: false })}
          onError={() => setSettled({ src: drawn.src, failed: true })}
        />
      )}
      {state && <p role="status">{state}</p>}
    </div>
  )
}

let canvas: CanvasRenderingContext2D | null | undefined
function measureIn(font: string): Measure {
  return (text) => {
    canvas ??= document.createElement('canvas').getContext('2d')
    if (!canvas) return text.length * 9
    canvas.font = font
    return canvas.measureText(text).width
  }
}
const measureTitle = measureIn('20px Arial, sans-serif')
const measureText = measureIn('14px Arial, sans-serif')
