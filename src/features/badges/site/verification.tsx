import { type Ref, useEffect, useRef, useState } from 'react'
import { fetchJson } from '#features/badges/site/parts/proof/fetch-json.ts'
import type { Language } from '#shared/languages.ts'
import { FileFacts } from './file-facts.tsx'
import { useVerification } from './use-verification.ts'
import { Verdict } from './verdict.tsx'
import { VerificationSteps } from './verification-steps.tsx'
import { fill, type VerificationTexts } from './verification-texts.ts'

/** The props that the server passes to the island. */
export interface VerificationProps {
  texts: VerificationTexts
  language: Language
  /** Origin of the site, as its credentials name it. */
  origin: string
  /** Where the credential is, from the root of the site. */
  credentialPath: string
}

/** Verifies the badge of the page, or one in a file, step by step in the visitor's browser. */
export function Verification({ texts, language, origin, credentialPath }: VerificationProps) {
  const { run, isRunning, verify: start } = useVerification(origin)
  const chooser = useRef<HTMLInputElement>(null)

  async function verify(file?: File) {
    if (!file) {
      return start({
        read: () => fetchJson(credentialPath),
        id: origin + credentialPath,
      })
    }
    return start({
      read: async () => (await import('./unbake.ts')).readCredential(file),
      file: file.name,
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it verifies never changes
  useEffect(() => {
    const isAsked = (link: Element | null) => link?.getAttribute('href') === '#verification'
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && isAsked(target.closest('a'))) void verify()
    }
    document.addEventListener('click', onClick)
    // The button was pressed before the script was loaded.
    const [file] = chooser.current?.files ?? []
    if (file) void verify(file)
    else if (location.hash === '#verification') void verify()
    return () => document.removeEventListener('click', onClick)
  }, [])

  return (
    <div className="verification" aria-busy={isRunning}>
      <p className="start">
        <a className="button" href="#verification" aria-disabled={isRunning}>
          {isRunning ? texts['verify.running'] : texts[run ? 'verify.again' : 'verify.start']}
        </a>
      </p>
      {run?.file !== undefined && <p className="file-name">{fill(texts['file.name'], { file: run.file })}</p>}
      <VerificationSteps
        texts={texts}
        language={language}
        steps={run?.steps ?? []}
        isOver={run?.result !== undefined}
      />
      <Verdict texts={texts} language={language} result={run?.result}>
        {run?.file !== undefined && run.result?.verdict !== 'invalid' && run.result?.credential && (
          <FileFacts texts={texts} language={language} origin={origin} credential={run.result.credential} />
        )}
      </Verdict>
      <FileDrop texts={texts} inputRef={chooser} onFile={(file) => void verify(file)} />
    </div>
  )
}

interface FileDropProps {
  texts: VerificationTexts
  inputRef: Ref<HTMLInputElement>
  onFile: (file: File) => void
}

/** A field to drop or choose a file. The file never leaves the visitor's device. */
function FileDrop({ texts, inputRef, onFile }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra way; the control inside is the one for all
    <div
      className="drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <h3>{texts['file.title']}</h3>
      <p id="file-text">{texts['file.text']}</p>
      <label className="button">
        <input
          ref={inputRef}
          type="file"
          accept=".json,.png,.svg,application/json,image/png,image/svg+xml"
          aria-describedby="file-text"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) onFile(file)
            // So that the same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        {texts['file.choose']}
      </label>
    </div>
  )
}
