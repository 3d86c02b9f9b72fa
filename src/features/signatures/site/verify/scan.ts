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

/** The longer side of a picture in which our own reader looks for a code, in pixels. */
const largestSide = 800

/** Whether this browser has a camera to ask for. */
export const canScan = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined

/** Makes the function that reads the codes in a picture: the browser's own, which some systems lack, else ours. */
async function createReader(): Promise<(video: HTMLVideoElement) => Promise<string[]>> {
  if (window.BarcodeDetector) {
    const own = new window.BarcodeDetector({ formats: ['qr_code'] })
    return async (video) => (await own.detect(video)).map(({ rawValue }) => rawValue)
  }
  const { default: decode } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, largestSide / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (!context || canvas.width === 0) return []
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return [decode(context.getImageData(0, 0, canvas.width, canvas.height))]
  }
}

/**
 * Shows the camera in a video and reads the first code that has a certificate's id; undefined when it was stopped before.
 * @throws when the camera cannot be used, or is taken away
 */
export async function scanId(video: HTMLVideoElement, stopped: AbortSignal): Promise<string | undefined> {
  const read = await createReader()
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
      // Of a picture without a code, the readers throw.
      const codes = await read(video).catch(() => [])
      const id = codes.map(findId).find((one) => one !== undefined)
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
