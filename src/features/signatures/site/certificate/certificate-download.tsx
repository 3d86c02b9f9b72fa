import { useEffect, useState } from 'react'
import type { Certificate } from '#features/signatures/contract.ts'
import type { Translate } from '#site/contract.ts'
import { type CertificateTexts, writeCertificate } from './certificate-text.ts'

interface CertificateDownloadProps {
  certificate: Certificate
  t: Translate
}

/** The certificate as a file that is made here. */
export function CertificateDownload({ certificate, t }: CertificateDownloadProps) {
  const text = writeCertificate(certificate, pickTexts(t))
  const href = useFile(text)
  return (
    <section className="entry certificate" aria-labelledby="certificate">
      <p className="margin">
        <b id="certificate">{t('activation:certificate.title')}</b>
      </p>
      <div className="section-body">
        <pre dir="auto">{text}</pre>
        <div>
          <p>{t('activation:certificate.text')}</p>
          <a className="button" href={href} download={`${certificate.certificate_id}.txt`}>
            {t('activation:certificate.download')}
          </a>
        </div>
      </div>
    </section>
  )
}

/** The address of a text file in this page's memory, for as long as it is shown. */
function useFile(text: string): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [text])
  return address
}

function pickTexts(t: Translate): CertificateTexts {
  const file = (key: string) => t(`activation:certificate.file.${key}`)
  return {
    title: file('title'),
    note: file('note'),
    labels: {
      certificateId: file('certificateId'),
      signatureId: t('activation:fields.signature'),
      network: file('network'),
      issuedAt: file('issuedAt'),
      fullName: t('activation:fields.fullName'),
      organization: t('activation:fields.organization'),
      position: t('activation:fields.position'),
    },
  }
}
