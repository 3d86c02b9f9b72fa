import '#features/documents/admin/texts.ts'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { BackIcon, Icon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type DocumentDetails, PageText } from '#features/documents/contract.ts'
import { readNumeral } from '#features/documents/site/reader/numerals.ts'
import { drawPage, type OpenedPdf } from '#features/documents/site/reader/pdf.ts'
import { PagePicture } from './page-picture.tsx'
import { pageZoom, stepPageZoom } from './page-zoom.ts'
import styles from './pages.module.css'
import { usePdf } from './use-pdf.ts'

/** A page that somebody has chosen. */
export interface ChosenPage {
  document: DocumentDetails
  page: number
  /** Empty where the page has none, such as a scanned one. */
  text: string
  /** As a PNG. */
  picture: Blob
}

/** What is done with a chosen page. */
export interface PageUse {
  /** The words on the button. */
  label: string
  run(chosen: ChosenPage): void | Promise<void>
}

interface PageViewProps {
  document: DocumentDetails
  /** Without it, pages are only looked at. */
  use?: PageUse | undefined
}

/** The pages of the file that a document serves, one at a time. */
export function PageView({ document, use }: PageViewProps) {
  const { t } = useTexts()
  const served = document.versions.find((version) => version.is_current)
  if (!served) return <Hint>{t('library.pages.notReady')}</Hint>
  return (
    <VersionPages key={`${document.id} ${served.number}`} {...{ document, use }} version={served.number} />
  )
}

function VersionPages({ document, version, use }: PageViewProps & { version: number }) {
  const { t } = useTexts()
  const { opening, retry } = usePdf({ id: document.id, version })
  if (opening.state === 'loading') return <LoadingLines />
  if (opening.state === 'failed') {
    return (
      <Notice kind="warning">
        {t('library.pages.failed')}{' '}
        <Button variant="default" size="sm" onClick={retry}>
          {t('library.pages.retry')}
        </Button>
      </Notice>
    )
  }
  return <OpenedPages {...{ document, version, use }} pdf={opening.pdf} />
}

function OpenedPages({ document, version, use, pdf }: PageViewProps & { version: number; pdf: OpenedPdf }) {
  const { t, format } = useTexts()
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState<number>(pageZoom.usual)
  const pages = pdf.document.numPages
  const go = (number: number) => setPage(Math.min(Math.max(1, number), pages))
  return (
    <div className={styles.view}>
      <div className={styles.tools} role="toolbar" aria-label={t('library.pages.tools')}>
        <PageButtons {...{ page, pages }} onPage={go} />
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
      <PagePicture
        {...{ pdf, page, zoom }}
        label={t('library.pages.picture', { number: format.number(page), title: document.title })}
        onZoom={setZoom}
      />
      {use && <UseButton {...{ document, version, pdf, page, use }} />}
    </div>
  )
}

interface PageButtonsProps {
  page: number
  pages: number
  onPage: (number: number) => void
}

function PageButtons({ page, pages, onPage }: PageButtonsProps) {
  const { t, format } = useTexts()
  return (
    <div>
      <ToolButton label={t('library.pages.previous')} isOff={page <= 1} onPress={() => onPage(page - 1)}>
        <BackIcon />
      </ToolButton>
      <TextInput
        key={page}
        size="sm"
        className={styles.field ?? ''}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('library.pages.page')}
        defaultValue={format.number(page)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={({ currentTarget }) => onPage(readNumeral(currentTarget.value) ?? page)}
        onKeyDown={({ key, currentTarget }) =>
          key === 'Enter' && onPage(readNumeral(currentTarget.value) ?? page)
        }
      />
      <span>{t('library.pages.of', { number: format.number(pages) })}</span>
      <ToolButton label={t('library.pages.next')} isOff={page >= pages} onPress={() => onPage(page + 1)}>
        <Icon flips>
          <path d="M4 10h12M11 5l5 5-5 5" />
        </Icon>
      </ToolButton>
    </div>
  )
}

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const { t, format } = useTexts()
  return (
    <div>
      <ToolButton
        label={t('library.pages.zoomOut')}
        isOff={zoom <= pageZoom.smallest}
        onPress={() => onZoom(stepPageZoom(zoom, -1))}
      >
        <Icon>
          <path d="M4 10h12" />
        </Icon>
      </ToolButton>
      <output>{format.percent(zoom)}</output>
      <ToolButton
        label={t('library.pages.zoomIn')}
        isOff={zoom >= pageZoom.largest}
        onPress={() => onZoom(stepPageZoom(zoom, 1))}
      >
        <Icon>
          <path d="M4 10h12M10 4v12" />
        </Icon>
      </ToolButton>
    </div>
  )
}

interface ToolButtonProps {
  label: string
  /** Not disabled: a button that loses the focus while it is pressed loses the user's place. */
  isOff: boolean
  onPress: () => void
  children: React.ReactNode
}

function ToolButton({ label, isOff, onPress, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      {children}
    </button>
  )
}

interface UseButtonProps {
  document: DocumentDetails
  version: number
  pdf: OpenedPdf
  page: number
  use: PageUse
}

function UseButton({ document, version, pdf, page, use }: UseButtonProps) {
  const api = useApi()
  const { isBusy, run } = useAction()
  const choose = async () => {
    const path = `/api/documents/${document.id}/pages/${page}?version=${version}`
    const [{ text }, picture] = await Promise.all([api.get(path, PageText), takePicture(pdf, page)])
    await use.run({ document, page, text, picture })
  }
  return (
    <ButtonRow>
      <Button loading={isBusy} onClick={() => run(choose)}>
        {use.label}
      </Button>
    </ButtonRow>
  )
}

/** In pixels: as wide as the networks show pictures. */
const pictureWidth = 1600

async function takePicture(pdf: OpenedPdf, number: number): Promise<Blob> {
  const page = await pdf.document.getPage(number)
  const canvas = window.document.createElement('canvas')
  const scale = pictureWidth / page.getViewport({ scale: 1 }).width / (devicePixelRatio || 1)
  await drawPage(page, canvas, scale).promise
  return new Promise((resolve, reject) =>
    canvas.toBlob((picture) => (picture ? resolve(picture) : reject(new Error('no picture')))),
  )
}
