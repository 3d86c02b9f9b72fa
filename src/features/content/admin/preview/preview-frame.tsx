import { Button, Skeleton } from '@mantine/core'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type Language, languageNames } from '#shared/languages.ts'
import styles from './preview.module.css'
import { type PreviewWidth, scalePreview } from './preview-scale.ts'

interface PreviewFrameProps {
  language: Language
  url: string | undefined
  width: PreviewWidth
  onRetry: () => void
}

/**
 * The page in a frame, without scripts. The next preview is loaded invisibly and replaces the shown one at the same
 * scroll position once it is loaded, so that the page does not flicker while somebody types.
 */
export function PreviewFrame({ language, url, width, onRetry }: PreviewFrameProps) {
  const { t } = useTexts()
  const container = useRef<HTMLDivElement>(null)
  const size = useInnerSize(container)
  const [shown, setShown] = useState<{ url: string; language: Language }>()
  const [isRefused, setRefused] = useState(false)
  const { inlineSize, blockSize, scale } = scalePreview(width, size)
  const isCurrent = shown?.language === language

  // At another width the text has another position on the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each width moves it
  useEffect(() => {
    const moved = requestAnimationFrame(() => {
      const frame = container.current?.querySelector<HTMLIFrameElement>('iframe:not([data-coming])')
      const anchor = frame?.contentWindow?.location.hash.slice(1)
      if (anchor) frame?.contentDocument?.getElementById(anchor)?.scrollIntoView({ behavior: 'instant' })
    })
    return () => cancelAnimationFrame(moved)
  }, [width])

  function arrive({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
    // The page of a refusal may not be framed: the browser shows an error document instead.
    if (!frame.contentDocument?.querySelector('.preview-bar')) return setRefused(true)
    setRefused(false)
    const old = isCurrent
      ? container.current?.querySelector<HTMLIFrameElement>('iframe:not([data-coming])')
      : null
    if (old && old !== frame) {
      const top = old.contentWindow?.scrollY ?? 0
      frame.contentWindow?.scrollTo({ top, behavior: 'instant' })
    }
    if (url) setShown({ url, language })
  }

  const urls = [...new Set([isCurrent ? shown?.url : undefined, url])].filter((one) => one !== undefined)
  return (
    <div className={styles.room} ref={container}>
      {isRefused && (
        <Notice
          kind="error"
          actions={
            <Button variant="default" size="sm" onClick={onRetry}>
              {t('retry')}
            </Button>
          }
        >
          {t('preview.notShown')}
        </Notice>
      )}
      {!isCurrent && !isRefused && <Skeleton className={styles.waiting ?? ''} />}
      {urls.map((one) => (
        <iframe
          key={one}
          // A path, because the admin may be open at another host than the public site.
          src={pathOf(one)}
          title={t('preview.frame', { language: languageNames[language] })}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          className={styles.frame}
          data-coming={!(isCurrent && one === shown?.url) || undefined}
          style={{
            inlineSize: `${inlineSize}px`,
            blockSize: `${blockSize}px`,
            transform: `scale(${scale})`,
            marginInlineStart: `${Math.max(0, (size.inlineSize - inlineSize * scale) / 2)}px`,
          }}
          onLoad={one === url ? arrive : undefined}
        />
      ))}
    </div>
  )
}

function pathOf(url: string): string {
  const { pathname, hash } = new URL(url)
  return pathname + hash
}

/** The inner size of an element, updated when it changes. */
function useInnerSize(container: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ inlineSize: 0, blockSize: 0 })
  useEffect(() => {
    const element = container.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSize({ inlineSize: element.clientWidth, blockSize: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [container])
  return size
}
