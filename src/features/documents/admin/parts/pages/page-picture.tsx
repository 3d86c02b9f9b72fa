import { useEffect, useRef, useState } from 'react'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { drawPage, type OpenedPdf } from '#features/documents/site/reader/pdf.ts'
import styles from './pages.module.css'
import { useZoomGestures } from './use-zoom-gestures.ts'

interface PagePictureProps {
  pdf: OpenedPdf
  page: number
  /** 1 is as wide as there is room. */
  zoom: number
  label: string
  onZoom: (zoom: number) => void
}

/** A page as it is drawn, which is scrolled where it is larger than its frame. */
export function PagePicture({ pdf, page, zoom, label, onZoom }: PagePictureProps) {
  const { t } = useTexts()
  const frame = useRef<HTMLElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [failedPage, setFailedPage] = useState<number>()
  useZoomGestures(frame, zoom, onZoom)
  useEffect(() => {
    const place = sheet.current
    const room = frame.current?.clientWidth ?? 0
    if (!place || room === 0) return
    const drawing = draw(pdf, { page, place, width: room * zoom })
    drawing.done.then(
      () => setFailedPage(undefined),
      () => setFailedPage(page),
    )
    return drawing.cancel
  }, [pdf, page, zoom])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.frame} ref={frame} aria-label={label} tabIndex={0} dir="ltr">
      <div ref={sheet} className={styles.sheet} role="img" aria-label={label} hidden={failedPage === page} />
      {failedPage === page && <Hint isError>{t('library.pages.pageFailed')}</Hint>}
    </section>
  )
}

interface DrawOptions {
  page: number
  place: HTMLElement
  width: number
}

/** Draws a page, and puts it in its place once it is whole. */
function draw(pdf: OpenedPdf, { page, place, width }: DrawOptions) {
  let isWanted = true
  async function work() {
    const found = await pdf.document.getPage(page)
    const scale = width / found.getViewport({ scale: 1 }).width
    const { height } = found.getViewport({ scale })
    const canvas = document.createElement('canvas')
    await drawPage(found, canvas, scale).promise
    if (!isWanted) return
    canvas.style.inlineSize = `${width}px`
    canvas.style.blockSize = `${height}px`
    place.replaceChildren(canvas)
  }
  return {
    done: work().catch((error: unknown) => {
      if (isWanted) throw error
    }),
    cancel: () => {
      isWanted = false
    },
  }
}
