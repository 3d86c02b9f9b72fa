import { useRef, useState } from 'react'
import { fetchJson } from '#features/badges/site/parts/proof/fetch-json.ts'
import type { Json } from '#features/badges/site/parts/proof/json.ts'
import type { Step } from './steps.ts'
import type { Verification } from './verify.ts'

/** A verification that runs or has ended. */
export interface Run {
  /** Counts the runs, so that results of an earlier one are ignored. */
  number: number
  /** The name of the verified file, if it is one. */
  file?: string
  steps: Step[]
  result?: Verification
}

interface RunOptions {
  read: () => Promise<Json>
  /** The identifier that the credential must have. */
  id?: string
  file?: string
}

/** The result when the code that verifies could not be loaded. */
const unloaded: Verification = {
  steps: [{ name: 'credential', outcome: 'impossible', reason: 'unreachable', facts: {} }],
  verdict: 'unfinished',
}

/** Verifies credentials one after another, step by step; `origin` is that of this site. */
export function useVerification(origin: string) {
  const [run, setRun] = useState<Run>()
  const latest = useRef(0)
  const isUnloaded = useRef(false)

  async function verify({ file, ...options }: RunOptions): Promise<void> {
    // Browsers ask for code that they could not load only once in a page.
    if (isUnloaded.current) return location.reload()
    latest.current += 1
    const number = latest.current
    const update = (change: Partial<Run>) =>
      setRun((current) => (current?.number === number ? { ...current, ...change } : current))
    setRun({ number, steps: [], ...(file !== undefined && { file }) })
    const steps: Step[] = []
    // The cryptography, a hundred kilobytes, is loaded on demand.
    const code = await import('./verify.ts').catch(() => undefined)
    isUnloaded.current = code === undefined
    const result = await code?.verifyCredential({
      ...{ ...options, origin, fetchJson },
      now: () => new Date(),
      onStep(step) {
        steps.push(step)
        update({ steps: [...steps] })
      },
    })
    update({ steps: (result ?? unloaded).steps, result: result ?? unloaded })
  }

  return { run, isRunning: run !== undefined && run.result === undefined, verify }
}
