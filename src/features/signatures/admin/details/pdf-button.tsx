import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { saveFile } from '#admin/kit/save-file.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

interface PdfButtonProps {
  /** The ids of both. */
  signature: string
  certificate: string
}

/** Downloads the certificate as its holder gets it, in the language of the reader. */
export function PdfButton({ signature, certificate }: PdfButtonProps) {
  const { t, language } = useTexts()
  const api = useApi()
  const [isMaking, setMaking] = useState(false)
  const [error, setError] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  // Leaving the screen cancels the download.
  useEffect(() => () => stop.current?.abort(), [])

  async function download() {
    const controller = new AbortController()
    stop.current = controller
    setMaking(true)
    setError(undefined)
    try {
      const path = `/api/signatures/${signature}/certificate.pdf?language=${language}`
      const body = await api.open(path, controller.signal)
      const pdf = await new Response(body, { headers: { 'content-type': 'application/pdf' } }).blob()
      saveFile(pdf, `${certificate}.pdf`)
    } catch (failure) {
      if (!controller.signal.aborted)
        setError(t('signatures.certificate.pdfFailed', { reason: describeError(failure, t) }))
    } finally {
      setMaking(false)
    }
  }

  return (
    <>
      <ButtonRow>
        <Button variant="default" loading={isMaking} onClick={() => void download()}>
          {t('signatures.certificate.pdf')}
        </Button>
      </ButtonRow>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
    </>
  )
}
