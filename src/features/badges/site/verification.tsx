import { type Ref, useEffect, useRef, useState } from 'react'
import type { Language } from '#shared/languages.ts'
import type { Step } from './steps.ts'
import { Verdict } from './verdict.tsx'
import { VerificationError } from './verification-error.ts'
import { VerificationSteps } from './verification-steps.tsx'
import { fill, type VerificationTexts } from './verification-texts.ts'
import type { Verification as Result } from './verify.ts'

/** The props that the server passes to the island. */
export interface VerificationProps {
  texts: VerificationTexts
  language: Language
  /** Origin of the site, as its credentials name it. */
  origin: string
  /** Where the credential is, from the root of the site. */
  credentialPath: string
}

/** What is being verified: the badge of this page, or a file by its name. */
interface Run {
  /** Counts the runs, so that results of an earlier one are ignored. */
  number: number
  file?: string
  steps: Step[]
  result?: Result
}

async function fetchJson(path: string) {
  const answer = await fetch(path, { cache: 'no-store', headers: { accept: 'application/json' } }).catch(
    () => {
      throw new VerificationError('impossible', 'unreachable')
    },
  )
  if (answer.status === 410) throw new VerificationError('failed', 'withdrawn')
  if (!answer.ok) throw new VerificationError('impossible', 'unreachable')
  return answer.json()
}

/** Verifies the badge of the page, or one in a file, step by step in the visitor's browser. */
export function Verification({ texts, language, origin, credentialPath }: VerificationProps) {
  const [run, setRun] = useState<Run>()
  const latest = useRef(0)
  const chooser = useRef<HTMLInputElement>(null)
  const isRunning = run !== undefined && run.result === undefined

  async function verify(file?: File) {
    latest.current += 1
    const number = latest.current
    const update = (change: Partial<Run>) =>
      setRun((current) => (current?.number === number ? { ...current, ...change } : current))
    setRun({ number, steps: [], ...(file && { file: file.name }) })
    // The cryptography, a hundred kilobytes, is loaded on demand.
    const [{ verifyCredential }, { readCredential }] = await Promise.all([
      import('./verify.ts'),
      import('./unbake.ts'),
    ])
    const steps: Step[] = []
    const result = await verifyCredential({
      read: () => (file ? readCredential(file) : fetchJson(credentialPath)),
      origin,
      ...(!file && { id: origin + credentialPath }),
      fetchJson,
      now: () => new Date(),
      onStep(step) {
        steps.push(step)
        update({ steps: [...steps] })
      },
    })
    update({ result })
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
      {run?.file && <p className="file-name">{fill(texts['file.name'], { file: run.file })}</p>}
      <VerificationSteps
        texts={texts}
        language={language}
        steps={run?.steps ?? []}
        isOver={run?.result !== undefined}
      />
      <Verdict
        texts={texts}
        language={language}
        origin={origin}
        result={run?.result}
        isFile={run?.file !== undefined}
      />
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
