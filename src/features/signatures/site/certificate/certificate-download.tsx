import { type ReactNode, useEffect, useState } from 'react'
import type { Certificate } from '#features/signatures/contract.ts'
import { signaturePath } from '#features/signatures/site/link/link-check.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'
import { type CertificateTexts, writeCertificate } from './certificate-text.ts'

interface CertificateDownloadProps {
  token: string
  language: Language
  /** Known at once of a page that was opened after the activation. */
  certificateId: string | null
  /** None while it is fetched, and without scripts. */
  certificate: Certificate | undefined
  t: Translate
}

/** The certificate as files: two are made by the server, one here. */
export function CertificateDownload(props: CertificateDownloadProps) {
  const { token, language, certificateId, certificate, t } = props
  const path = signaturePath('certificate', token)
  const id = certificate?.certificate_id ?? certificateId
  const text = certificate && writeCertificate(certificate, pickTexts(t))
  return (
    <section className="entry certificate" aria-labelledby="certificate">
      <p className="margin">
        <b id="certificate">{t('activation:certificate.title')}</b>
      </p>
      <div className="section-body">
        <ul className="downloads">
          <Download about={t('activation:certificate.pdfText')}>
            <a className="button" href={`${path}/certificate.pdf?language=${language}`} download>
              {t('activation:certificate.pdf')}
            </a>
          </Download>
          {text !== undefined && (
            <Download about={t('activation:certificate.plainText')}>
              <TextLink text={text} name={`${id}.txt`} t={t} />
            </Download>
          )}
          <Download about={t('activation:certificate.credentialText')}>
            <a className="button" href={`${path}/credential.json`} download>
              {t('activation:certificate.credential')}
            </a>
          </Download>
          {id !== null && (
            <Download about={t('activation:certificate.checkText')}>
              <a href={`/${language}/verify/${id}`}>{t('activation:certificate.check')}</a>
            </Download>
          )}
        </ul>
        {text !== undefined && <pre dir="auto">{text}</pre>}
      </div>
    </section>
  )
}

/** A link, and what it is for. */
function Download({ about, children }: { about: string; children: ReactNode }) {
  return (
    <li>
      {children}
      <p>{about}</p>
    </li>
  )
}

function TextLink({ text, name, t }: { text: string; name: string; t: Translate }) {
  const href = useFile(text)
  return (
    <a className="button" href={href} download={name}>
      {t('activation:certificate.plain')}
    </a>
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
      revokedAt: t('activation:revoked.revokedAt'),
      reason: t('activation:revoked.reason'),
    },
  }
}
