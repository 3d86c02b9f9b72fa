/** https://wicg.github.io/shape-detection-api/#barcode-detection-api, which TypeScript does not know. */
interface BarcodeReader {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type BarcodeReaderClass = new (options: { formats: string[] }) => BarcodeReader

declare global {
  interface Window {
    readonly BarcodeDetector?: BarcodeReaderClass
  }
}

/** How often a picture of the camera is looked at, in milliseconds. */
const pause = 250

/** Whether this browser reads codes with its camera. */
export const canScan = (): boolean =>
  window.BarcodeDetector !== undefined && navigator.mediaDevices?.getUserMedia !== undefined

/**
 * Shows the camera in a video and reads the first code that has a certificate's id; undefined when it was stopped before.
 * @throws when the camera cannot be used, or is taken away
 */
export async function scanId(video: HTMLVideoElement, stopped: AbortSignal): Promise<string | undefined> {
  if (!window.BarcodeDetector) return undefined
  const reader = new window.BarcodeDetector({ formats: ['qr_code'] })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const endTracks = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  // At once: a page that is left runs no further.
  stopped.addEventListener('abort', endTracks)
  try {
    // It may have been stopped while the browser asked for the permission.
    if (stopped.aborted) return undefined
    video.srcObject = stream
    await video.play()
    while (!stopped.aborted) {
      if (!stream.active) throw new Error('the camera was taken away')
      const codes = await reader.detect(video).catch(() => [])
      const id = codes.map(({ rawValue }) => findId(rawValue)).find((one) => one !== undefined)
      if (id) return id
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    return undefined
  } finally {
    endTracks()
    // Another scan may have begun.
    if (video.srcObject === stream) video.srcObject = null
  }
}

/** The id of a certificate in a text, such as the address of its page. */
export function findId(text: string): string | undefined {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text.toLowerCase())?.[0]
}
