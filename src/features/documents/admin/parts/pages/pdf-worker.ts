import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { allowScript } from '#admin/kit/trusted-types.ts'

// A policy can be made only once.
const allowed = allowScript('pdf-worker', workerAddress)

/** Begins the script that reads a PDF. */
export const startPdfWorker = (): Worker => new Worker(allowed, { type: 'module' })
